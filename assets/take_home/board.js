/* Draws a board from its diagram (tabletop/engine/diagram.py) as SVG.
 *
 * const board = makeBoard(element, diagram, looks, turns)   draws the empty board into an element
 * board.show({pieces, moved, line})                          pieces by spot, moves of the last turn
 *                                                            as [from, to], places that decided it
 * A tile without corners is round, or a square about its centre if it says so.
 * looks: by seat {face, inlay, rim, mark}, colours as #rrggbb. Lengths are cells; quarter turns are
 * clockwise, and letters stay upright.
 */
"use strict";
const makeBoard = (() => {
  const CREAM = "#FFF3DF", PETROL = "#0C5660", AMBER = "#FFB938", INK = "#16100A", ENGRAVED = "#3E2614";
  /* Of each material: light, dark, and for raised areas the side below. */
  const TONES = {
    plain: ["#DAB27D", "#C0945F"], second: ["#E6CA98", "#D9B982"], pale: ["#FBEFD3", "#F1DFB9"],
    light: ["#F4E0B7", "#E3C893"], dark: ["#97643E", "#7B4C2A"], hollow: ["#7F5431", "#A4743F"],
    pit: ["#160B04", "#3A2415"], bay: ["#3C5D65", "#4D727A"], frame: ["#EBCB98", "#BD9059", "#7E5A30"],
    field: ["#B98C57", "#A27646"], groove: ["#54351C", "#5F3E23"], tray: ["#38575F", "#243F46", "#122429"],
    slab: ["#FBEED2", "#EBD6AC", "#A8824F"],
  };
  const SUNK = ["hollow", "pit", "bay"], DEPTH = 0.14, FADED = ' opacity=".5"';
  let serial = 0;

  const num = v => +v.toFixed(3);
  const esc = s => String(s).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
  const mix = (a, b, share) => "#" + [1, 3, 5].map(i => Math.round(
    parseInt(a.slice(i, i + 2), 16) * (1 - share) + parseInt(b.slice(i, i + 2), 16) * share
  ).toString(16).padStart(2, "0")).join("");
  const path = points => "M" + points.map(p => p.map(num).join(" ")).join("L") + "z";

  function rounded(points, radius) { // a polygon with round corners
    if (!radius) return path(points);
    const n = points.length, toward = (a, b) => {
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]), cut = Math.min(radius, length / 2);
      return [a[0] + (b[0] - a[0]) * cut / length, a[1] + (b[1] - a[1]) * cut / length].map(num);
    };
    return points.map((p, i) =>
      `${i ? "L" : "M"}${toward(p, points[(i + n - 1) % n])}Q${p.map(num)} ${toward(p, points[(i + 1) % n])}`
    ).join("") + "z";
  }

  function mark(kind, radius, paint) { // a seat's mark about the origin
    if (kind === "disc") return `<circle r="${num(radius * 0.82)}" ${paint}/>`;
    const points = kind === "diamond" ? [[0, -1], [1, 0], [0, 1], [-1, 0]]
      : kind === "triangle" ? [[0, -1], [1, 0.72], [-1, 0.72]]
      : [[-0.76, -0.76], [0.76, -0.76], [0.76, 0.76], [-0.76, 0.76]];
    return `<path d="${path(points.map(p => p.map(v => v * radius)))}" stroke-linejoin="round" ${paint}/>`;
  }

  function stone(look, id) { // of radius 1 about the origin
    const { face, rim } = look, low = mix(face, "#000000", 0.22);
    return `<linearGradient id="${id}f" x1=".2" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="${mix(face, "#ffffff", 0.3)}"/><stop offset="1" stop-color="${low}"/></linearGradient>
<g id="${id}"><ellipse cx=".14" cy=".24" rx="1.03" ry="1" fill="#1A0D04" opacity=".4"/><circle cy=".12" r="1" fill="${mix(face, "#000000", 0.5)}"/>
<circle r=".98" fill="url(#${id}f)" stroke="${rim}" stroke-width=".06"/><circle r=".72" fill="${face}" stroke="${low}" stroke-width=".05"/>
<path d="M-.6-.38A.72 .72 0 0 1 .5-.5" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width=".06" stroke-linecap="round"/>${mark(look.mark, 0.44, `fill="${look.inlay}"`)}</g>`;
  }

  function horse(id) { // a horseshoe of radius 1, open below
    const shoe = "M-.5.86C-1.35.1-1-.86 0-.86S1.35.1.5.86";
    const nails = [-150, -115, -65, -30, 10, 170].map(d => d * Math.PI / 180).map(t =>
      `<circle cx="${num(Math.cos(t) * 0.86)}" cy="${num(Math.sin(t) * 0.84 + 0.03)}" r=".06" fill="#16242F"/>`).join("");
    const line = (paint, shift = "") => `<path d="${shoe}" fill="none" stroke-linecap="round" ${paint} ${shift}/>`;
    return `<g id="${id}">${line('stroke="#1A0D04" stroke-opacity=".42" stroke-width=".4"', 'transform="translate(.1 .16)"')}${line('stroke="#1B2B38" stroke-width=".43"')}${line('stroke="#5F7F99" stroke-width=".32"')}${line('stroke="#9DB6C8" stroke-width=".09"', 'transform="translate(-.03 -.05)"')}${nails}</g>`;
  }

  function grain(width, height) { // a few long waves, the same on every phone
    let seed = 7, d = "";
    const next = () => (seed = seed * 16807 % 2147483647) / 2147483647;
    for (let y = -0.2; y < height + 0.2; y += 0.09 + next() * 0.12) {
      let at = y;
      d += `M-.1 ${num(y)}`;
      for (let x = 0; x < width; x += width / 5) {
        const to = at + (next() - 0.5) * 0.14;
        d += `C${num(x + width / 12)} ${num(at + (next() - 0.5) * 0.18)} ${num(x + width / 7)} ${num(to)} ${num(x + width / 5)} ${num(to)}`;
        at = to;
      }
    }
    return `<path d="${d}" fill="none" stroke="${ENGRAVED}" stroke-opacity=".1" stroke-width=".026"/>`;
  }

  function arrow(from, to, cut, free) { // from one place to another; only a head if `from` is taken
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]), u = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const end = free ? length - cut : length / 2 + 0.13, along = (l, side = 0) => [from[0] + u[0] * l - u[1] * side, from[1] + u[1] * l + u[0] * side];
    const head = path([along(end), along(end - 0.3, 0.18), along(end - 0.3, -0.18)]);
    const shaft = free ? path([along(0.06), along(end - 0.28)]) : "";
    const parts = (colour, grow) => `<path d="${shaft}${head}" fill="${colour}" stroke="${colour}" stroke-width="${grow}"/>`;
    return `<g stroke-linejoin="round" stroke-linecap="round">${parts(CREAM, 0.17)}${parts(PETROL, 0.08)}</g>`;
  }

  return (host, diagram, looks, turns = 0) => {
    const id = "b" + ++serial, quarters = (turns % 4 + 4) % 4;
    const [width, height] = quarters % 2 ? [diagram.height, diagram.width] : [diagram.width, diagram.height];
    const turned = ([x, y]) => [[x, y], [diagram.height - y, x], [diagram.width - x, diagram.height - y], [y, diagram.width - x]][quarters];
    const square = ({ centre: [x, y], radius: r = 0.5 }) => [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]];
    const areas = diagram.areas || [], pieceRadius = diagram.piece_radius || 0.4, size = diagram.sign_size || 0.34;
    const tiles = new Map(diagram.tiles.map(t => [t.spot, { tone: "plain", radius: 0.5, ...t, at: turned(t.centre), outline: (t.corners || (t.square ? square(t) : [])).map(turned) }]));
    const glyphs = new Map(diagram.glyphs.map((g, i) => [g.letter, { ...g, id: `${id}g${i}` }]));
    const shape = (tile, paint, grow = 0) => tile.outline.length
      ? `<path d="${rounded(tile.outline.map(([x, y]) => [x + Math.sign(x - tile.at[0]) * grow, y + Math.sign(y - tile.at[1]) * grow]), SUNK.includes(tile.tone) ? 0.15 : 0.06)}" ${paint}/>`
      : `<circle cx="${num(tile.at[0])}" cy="${num(tile.at[1])}" r="${num(tile.radius + grow)}" ${paint}/>`;
    const words = (text, [x, y], high, fill, weight = 700) =>
      `<text x="${num(x)}" y="${num(y + high * 0.35)}" font-size="${num(high)}" font-weight="${weight}" text-anchor="middle" fill="${fill}">${esc(text)}</text>`;
    const put = (ref, [x, y], scale) => `<use href="#${ref}" transform="translate(${num(x)} ${num(y)}) scale(${num(scale)})"/>`;
    const outer = areas.length ? areas[0] : null, painted = outer && outer.tone === "tray";
    const signInk = painted ? "#A9C4C8" : ENGRAVED;

    let defs = `<linearGradient id="${id}shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".55"/><stop offset=".5" stop-color="#000" stop-opacity="0"/></linearGradient>`;
    for (const [tone, [light, dark]] of Object.entries(TONES))
      defs += `<linearGradient id="${id}${tone}" x1="0" y1="0" x2=".25" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`;
    for (const glyph of glyphs.values()) defs += glyph.kind === "horse" ? horse(glyph.id) : stone(looks[glyph.seat], glyph.id);
    if ([...glyphs.values()].some(g => g.kind === "rider")) defs += horse(id + "horse");

    let ground = "";
    areas.forEach((area, i) => {
      const corners = area.corners.map(turned), d = rounded(corners, area.rounding), side = TONES[area.tone][2];
      const depth = i ? 0.07 : DEPTH;
      if (side) ground += `<path d="${rounded(corners.map(([x, y]) => [x, y + depth]), area.rounding)}" fill="${side}"/>`;
      ground += `<path d="${d}" fill="url(#${id}${area.tone})"/>`;
      if (!i && !painted) ground += `<clipPath id="${id}clip"><path d="${d}"/></clipPath><g clip-path="url(#${id}clip)">${grain(width, height)}</g>`;
      if (side) ground += `<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width=".04"/>`;
      else ground += `<path d="${d}" fill="none" stroke="#2A190E" stroke-opacity=".6" stroke-width=".05"/>`;
      if (area.heading) {
        const xs = corners.map(p => p[0]), top = Math.min(...corners.map(p => p[1]));
        ground += words(area.heading, [(Math.min(...xs) + Math.max(...xs)) / 2, top - size * 0.55], size, signInk);
      }
    });
    for (const tile of tiles.values()) {
      const [x, y] = tile.at;
      if (tile.tone !== "bare") ground += shape(tile, `fill="url(#${id}${tile.tone})"`);
      if (SUNK.includes(tile.tone)) ground += shape(tile, `fill="url(#${id}shade)" opacity="${tile.tone === "hollow" ? 0.6 : 0.8}"`) + shape(tile, `fill="none" stroke="#FFE9C4" stroke-opacity=".28" stroke-width=".025"`, 0.012);
      else if (tile.outline.length && tile.tone !== "bare") {
        const xs = tile.outline.map(p => p[0]), top = Math.min(...tile.outline.map(p => p[1])) + 0.025;
        ground += `<path d="M${num(Math.min(...xs) + 0.05)} ${num(top)}H${num(Math.max(...xs) - 0.05)}" stroke="#fff" stroke-opacity=".32" stroke-width=".03"/>`;
      }
      if (tile.owner !== undefined)
        ground += `<g transform="translate(${num(x)} ${num(y)})">${mark(looks[tile.owner].mark, 0.2, `fill="none" stroke="${tile.tone === "dark" ? "#2A150A" : "#6B4A26"}" stroke-width=".045"`)}</g>`;
      if (tile.label) ground += words(tile.label, tile.at, 0.5, "#4A2D15", 400);
      if (tile.star) ground += `<path d="${path([...Array(12).keys()].map(k => [x + Math.sin(k * Math.PI / 6) * (k % 2 ? 0.085 : 0.2), y - Math.cos(k * Math.PI / 6) * (k % 2 ? 0.085 : 0.2)]))}" fill="#4A2D15"/>`;
    }
    for (const [a, b] of diagram.lines || []) ground += `<path d="M${turned(a).map(num)}L${turned(b).map(num)}" stroke="#604224" stroke-width=".035" stroke-linecap="round"/>`;
    for (const dot of diagram.dots || []) { const [x, y] = turned(dot); ground += `<circle cx="${num(x)}" cy="${num(y)}" r=".07" fill="#604224"/>`; }
    for (const sign of diagram.signs || []) ground += words(sign.text, turned(sign.at), size, signInk);

    host.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${num(width)} ${num(height + DEPTH)}" role="img" font-family="inherit"><defs>${defs}</defs><g>${ground}</g><g class="moment"></g></svg>`;
    const svg = host.firstChild, moment = svg.lastChild;

    function piece(spot, letter) {
      const tile = tiles.get(spot), glyph = glyphs.get(letter);
      if (!tile || !glyph) return "";
      const radius = tile.piece_radius || pieceRadius, [x, y] = tile.at;
      if (glyph.kind === "horse") return put(glyph.id, tile.at, radius * 0.94);
      if (glyph.kind === "rider") return put(id + "horse", tile.at, radius * 0.98) + put(glyph.id, [x, y + 0.02], radius * 0.6);
      if (tile.tone === "bay") return `<g opacity=".7">${put(glyph.id, tile.at, radius)}</g>`;
      const sunk = tile.tone === "pit" ? shape(tile, `fill="url(#${id}shade)" opacity=".45"`) : "";
      return put(glyph.id, [x, y - 0.015], radius) + sunk;
    }

    const blank = tile => tile && (tile.label || tile.star) ? shape(tile, `fill="url(#${id}${tile.tone})"`) : "";

    function slab(corners, look, middle, reach, faded) { // a board over a box, with a large mark
      const inner = corners.map(p => p.map((v, i) => middle[i] + (v - middle[i]) * 0.86));
      const pale = colour => faded ? mix(colour, "#D8B384", 0.55) : colour, edge = pale(mix(look.face, "#000000", 0.42));
      return `<path d="${rounded(corners, 0.14)}" fill="${pale(look.face)}" stroke="${edge}" stroke-width=".08"/><path d="${rounded(inner, 0.08)}" fill="none" stroke="${edge}" stroke-width=".03"/><g transform="translate(${middle.map(num)})">${mark(look.mark, reach * 0.56, `fill="${pale(look.inlay)}"`)}</g>`;
    }

    const ring = (tile, radius, colour, rim, wide) =>
      `<circle cx="${num(tile.at[0])}" cy="${num(tile.at[1])}" r="${num(radius)}" fill="none" stroke="${rim}" stroke-width="${wide * 1.9}"/><circle cx="${num(tile.at[0])}" cy="${num(tile.at[1])}" r="${num(radius)}" fill="none" stroke="${colour}" stroke-width="${wide}"/>`;
    const radiusAt = tile => tile.piece_radius || pieceRadius;

    return {
      svg,
      show({ pieces = {}, moved = [], line = [] }) {
        const whole = areas.filter(a => a.spots && a.spots.every(s => pieces[s] && pieces[s] === pieces[a.spots[0]]));
        const hidden = new Set(whole.flatMap(a => a.spots)), decided = new Set(line);
        let below = "", stones = "", above = "";
        for (const [start, end] of line.length ? [] : moved) {
          const from = tiles.get(start), to = tiles.get(end);
          if (from && !pieces[start]) below += shape(from, `fill="none" stroke="${PETROL}" stroke-width=".07" stroke-dasharray=".13 .1"`, -0.03);
          if (from && to && to.tone !== "bare" && !hidden.has(end)) below += shape(to, `fill="${PETROL}" fill-opacity=".5"`);
          if (from && to && start !== end) above += arrow(from.at, to.at, radiusAt(to) + 0.03, !pieces[start]);
          if (to && !from && !hidden.has(end)) above += ring(to, radiusAt(to) + 0.045, PETROL, CREAM, 0.06);
        }
        for (const [spot, letter] of Object.entries(pieces))
          if (!hidden.has(spot)) stones += line.length && !decided.has(spot) ? blank(tiles.get(spot)) + `<g${FADED}>${piece(spot, letter)}</g>` : piece(spot, letter);
        for (const area of whole) {
          const glyph = glyphs.get(pieces[area.spots[0]]), corners = area.corners.map(turned), xs = corners.map(p => p[0]), ys = corners.map(p => p[1]);
          const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2], reach = (Math.max(...xs) - Math.min(...xs)) / 2;
          const d = rounded(corners.map(p => p.map((v, i) => middle[i] + (v - middle[i]) * 0.955)), area.rounding);
          if (glyph) stones += slab(corners, looks[glyph.seat], middle, reach, decided.size && !decided.has(area.spots[0]));
          if (area.spots.every(s => decided.has(s))) above += `<path d="${d}" fill="none" stroke="${INK}" stroke-width=".2"/><path d="${d}" fill="none" stroke="${AMBER}" stroke-width=".13"/>`;
        }
        for (const spot of decided) if (tiles.has(spot) && !hidden.has(spot)) above += ring(tiles.get(spot), radiusAt(tiles.get(spot)) + 0.05, AMBER, INK, 0.09);
        moment.innerHTML = below + stones + above;
      },
    };
  };
})();
