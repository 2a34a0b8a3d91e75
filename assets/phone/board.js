// A board: drawn from its diagram, touched by finger, mouse, keys and screen readers.

import { s, show } from "./dom.js";
import { arrow, markShape, mix, outline, piece, rounded } from "./drawing.js";

const CELL = 100;
/** Cells from the middle of a lit place within which a touch beside it is meant for it. */
const REACH = 0.8;
const HOLD_SECONDS = 0.3;
const CORAL = "#C8301A";
const PETROL = "#0C5660";
const PALE = "#FFF3DF";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const diagrams = new Map();

/** A diagram by its key, fetched once. */
export function fetchDiagram(key) {
  if (!diagrams.has(key)) {
    const fetched = fetch(`/diagram/${encodeURIComponent(key)}.json`).then((answer) => {
      if (!answer.ok) throw new Error(`no diagram: ${answer.status}`);
      return answer.json();
    });
    fetched.catch(() => diagrams.delete(key));
    diagrams.set(key, fetched);
  }
  return diagrams.get(key);
}

/** A few long wavy lines, the same on every phone. */
function grain(width, height) {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  let d = "";
  for (let y = 0; y < height; y += 9 + random() * 12) {
    d += `M0 ${Math.round(y)}`;
    for (let n = 0; n < 6; n++) d += `q${Math.round(width / 12)} ${Math.round((random() - 0.5) * 16)} ${Math.round(width / 6)} ${Math.round((random() - 0.5) * 6)}`;
  }
  return s("path", { d, fill: "none", stroke: "#3E2614", "stroke-opacity": 0.1, "stroke-width": 2.6 });
}

const star = (r) => [0, 60, 120].map((turn) => s("path", { d: `M0 ${-r}V${r}`, transform: `rotate(${turn})` }));

/** The drawing of one board at a time.
 *
 *  `say(key, args)` gives texts; `onTouch(spot)` and `onConsider(spot)` tell what people do. */
export class BoardDrawing {
  #say;
  #layers = {};
  #diagram = null;
  #turns = 0;
  #tiles = [];
  #bySpot = new Map();
  #glyphs = new Map();
  #current = "";
  #board = {};
  #lit = new Set();
  #hold = 0;
  #considered = "";
  #down = null;
  #wanted = "";
  /** Width by height. */
  ratio = 1;
  onTouch = () => {};
  onConsider = () => {};

  constructor(say) {
    this.#say = say;
    const layer = (name, props) => (this.#layers[name] = s("g", { class: name, ...props }));
    this.svg = s("svg", { role: "group", class: "board-svg" },
      layer("base", { "aria-hidden": "true" }), layer("marks", { "aria-hidden": "true" }), layer("pieces", { "aria-hidden": "true" }),
      layer("over", { "aria-hidden": "true" }), layer("places", {}));
    this.element = document.createElement("div");
    this.element.className = "board";
    this.element.append(this.svg);
    this.svg.addEventListener("click", (event) => this.#click(event));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focusin", (event) => this.#focused(event.target.dataset.spot));
    this.svg.addEventListener("pointerdown", (event) => this.#press(event));
    this.svg.addEventListener("pointermove", (event) => this.#hover(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) this.svg.addEventListener(end, () => this.#release());
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Shows a board for the seats; the drawing appears when its diagram is there. */
  async update(board, plates, { tappable = true } = {}) {
    this.#wanted = board.diagram;
    const diagram = await fetchDiagram(board.diagram);
    if (this.#wanted !== board.diagram) return;
    const colours = JSON.stringify(plates.map((plate) => [plate.face, plate.inlay, plate.rim, plate.mark]));
    if (diagram !== this.#diagram || (board.turns || 0) !== this.#turns || colours !== this.colours) {
      this.colours = colours;
      this.#draw(diagram, board.turns || 0, plates);
    }
    this.#board = board;
    this.#lit = new Set(board.lit || []);
    this.tappable = tappable;
    this.#place(board, plates);
    this.#label();
  }

  /** What a place is called and what lies there. */
  describe(spot) {
    const letter = (this.#board.pieces || {})[spot];
    const glyph = letter && this.#glyphs.get(letter);
    return glyph ? this.#say("board.with", { place: this.placeName(spot), piece: glyph.name }) : this.placeName(spot);
  }

  placeName(spot) {
    const tile = this.#bySpot.get(spot);
    return (tile && tile.name) || spot;
  }

  // -- drawing -----------------------------------------------------------------------------------

  /** A point of the diagram on the turned board. */
  #at([x, y]) {
    const { width, height } = this.#diagram;
    const turned = [[x, y], [height - y, x], [width - x, height - y], [y, width - x]][this.#turns & 3];
    return [turned[0] * CELL, turned[1] * CELL];
  }

  #draw(diagram, turns, plates) {
    this.#diagram = diagram;
    this.#turns = turns;
    const across = turns & 1;
    const width = (across ? diagram.height : diagram.width) * CELL;
    const height = (across ? diagram.width : diagram.height) * CELL;
    this.svg.setAttribute("viewBox", `-4 -4 ${width + 8} ${height + 22}`);
    this.ratio = (width + 8) / (height + 22);
    this.#glyphs = new Map(diagram.glyphs.map((glyph) => [glyph.letter, glyph]));
    this.#tiles = diagram.tiles.map((tile) => ({
      ...tile, at: this.#at(tile.centre), r: (tile.radius ?? 0.5) * CELL, tone: tile.tone || "plain",
      pieceRadius: (tile.piece_radius || diagram.piece_radius || 0.4) * CELL,
      shape: tile.corners ? outline(tile.corners.map((corner) => this.#at(corner))) : "",
    }));
    // In reading order: by rows from the top, each from the left.
    this.#tiles.sort((a, b) => Math.round((a.at[1] - b.at[1]) / 20) || a.at[0] - b.at[0]);
    this.#bySpot = new Map(this.#tiles.map((tile) => [tile.spot, tile]));
    const size = (diagram.sign_size || 0.34) * CELL;
    const text = (words, [x, y], props) => s("text", { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size, ...props }, words);
    const areas = (diagram.areas || []).map((area) => this.#area(area, text, size));
    const painted = (diagram.areas || []).some((area) => area.tone === "tray");
    const line = { stroke: "#4A2E18", "stroke-width": 5, "stroke-linecap": "round" };
    show(this.#layers.base,
      areas,
      (diagram.areas || []).some((area) => area.tone === "frame") ? grain(width, height) : null,
      (diagram.lines || []).map(([a, b]) => { const [p, q] = [this.#at(a), this.#at(b)]; return s("path", { d: `M${p}L${q}`, ...line }); }),
      (diagram.dots || []).map((dot) => { const [cx, cy] = this.#at(dot); return s("circle", { cx, cy, r: 9, fill: "#4A2E18" }); }),
      this.#tiles.map((tile) => this.#tile(tile, plates)),
      (diagram.signs || []).map((sign) => text(sign.text, this.#at(sign.at), { fill: painted ? "#D8E6E8" : "#3E2614" })));
    show(this.#layers.places, this.#tiles.map((tile) => {
      const place = s("g", { role: "button", tabindex: "-1", "data-spot": tile.spot, class: "place" }, this.#shape(tile, { fill: "transparent", class: "hit" }));
      tile.element = place;
      place.key = tile.spot;
      return place;
    }));
    for (const place of this.#layers.places.children) this.#bySpot.get(place.dataset.spot).element = place;
    if (!this.#bySpot.has(this.#current)) this.#current = this.#tiles[0] ? this.#tiles[0].spot : "";
  }

  #area(area, text, size) {
    const points = area.corners.map((corner) => this.#at(corner));
    const tone = area.tone || "frame";
    const d = rounded(points, (area.rounding || 0) * CELL);
    const side = { frame: "#74522B", tray: "#122429", slab: "#A8824F" }[tone];
    const fill = { frame: "url(#frame)", field: "#A87C4C", groove: "#6B4526", tray: "url(#tray)", slab: "#F3E3C0" }[tone] || "#6B4526";
    const [xs, ys] = [0, 1].map((n) => points.map((point) => point[n]));
    const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
    return s("g", {},
      side ? s("path", { d, fill: side, transform: `translate(0 ${tone === "slab" ? 7 : 13})` }) : null,
      s("path", { d, fill, stroke: side ? "#fff" : "#2A190E", "stroke-opacity": side ? 0.22 : 0.4, "stroke-width": 4 }),
      area.heading ? text(area.heading, [middle, Math.min(...ys) - size * 0.52], { fill: "#3E2614" }) : null);
  }

  #shape(tile, props) {
    const [cx, cy] = tile.at;
    return tile.shape ? s("path", { d: tile.shape, ...props }) : s("circle", { cx, cy, r: tile.r, ...props });
  }

  #tile(tile, plates) {
    const [x, y] = tile.at;
    if (tile.tone === "bare") return null;
    const fill = document.getElementById(tile.tone) ? `url(#${tile.tone})` : "url(#plain)";
    const wooden = !["hollow", "pit", "tray", "bay"].includes(tile.tone);
    const engraved = tile.tone === "dark" ? "#2A150A" : "#5A3A1E";
    const owner = tile.owner !== undefined && tile.owner !== null && plates.find((plate) => plate.number === tile.owner);
    const [left, top, right] = [x - tile.r, y - tile.r, x + tile.r];
    return s("g", {},
      this.#shape(tile, { fill, stroke: wooden ? "none" : "#1A0D04", "stroke-opacity": 0.35, "stroke-width": 3, "stroke-linejoin": "round" }),
      wooden && tile.shape ? s("path", { d: `M${left + 4} ${top + 2}H${right - 4}`, stroke: "#fff", "stroke-opacity": 0.26, "stroke-width": 3 }) : null,
      tile.tone === "hollow" ? s("path", { d: `M${x - tile.r * 0.7} ${y + tile.r * 0.6}a${tile.r * 0.95} ${tile.r * 0.95} 0 0 0 ${tile.r * 1.4} 0`, fill: "none", stroke: "#E6C593", "stroke-opacity": 0.55, "stroke-width": 4 }) : null,
      owner ? s("g", { transform: `translate(${x} ${y})`, fill: "none", stroke: engraved, "stroke-width": 4 }, ownerMark(owner.mark)) : null,
      tile.star ? s("g", { transform: `translate(${x} ${y})`, stroke: engraved, "stroke-width": 5, "stroke-linecap": "round" }, star(17)) : null,
      tile.label ? s("text", { x, y: y + 15, "text-anchor": "middle", "font-size": 42, fill: "#4A2D15", class: "engraved" }, tile.label) : null);
  }

  #place(board, plates) {
    const pieces = board.pieces || {};
    const ghosts = board.ghosts || {};
    const picked = new Set(board.picked || []);
    const at = (spot) => (this.#bySpot.has(spot) ? this.#bySpot.get(spot).at : null);
    const plateOf = (letter) => { const glyph = this.#glyphs.get(letter); return glyph && plates.find((plate) => plate.number === glyph.seat); };
    const drawn = (letter, r) => { const glyph = this.#glyphs.get(letter); return glyph && (glyph.kind === "horse" || plateOf(letter)) ? piece(glyph.kind, plateOf(letter), r) : null; };
    const whole = new Map();
    for (const area of this.#diagram.areas || []) {
      const letter = area.spots && pieces[area.spots[0]];
      if (letter && area.spots.every((spot) => pieces[spot] === letter)) whole.set(area, letter);
    }
    const decided = new Set(board.line || []);
    const covered = new Set([...whole.keys()].flatMap((area) => area.spots));

    const lit = this.#tiles.filter((tile) => this.#lit.has(tile.spot));
    const moved = (board.last || []).filter((step) => at(step.end));
    show(this.#layers.marks,
      moved.map((step) => [
        step.start && at(step.start) && !pieces[step.start] ? this.#shape(this.#bySpot.get(step.start), { fill: "none", stroke: PETROL, "stroke-width": 7, "stroke-dasharray": "13 10" }) : null,
        this.#bySpot.get(step.end).tone === "bare" ? null : this.#shape(this.#bySpot.get(step.end), { fill: PETROL, "fill-opacity": 0.5 }),
      ]),
      // Somebody who guesses may touch most pieces: that is no call to act.
      board.calm ? null : lit.map((tile) => s("circle", { cx: tile.at[0], cy: tile.at[1], r: tile.r * 1.95, fill: "url(#halo)", class: "glow" })),
      lit.map((tile) => [
        this.#shape(tile, { fill: "url(#glow)", "fill-opacity": board.calm ? 0.3 : 1, stroke: "#E8A52E", "stroke-width": 4, "stroke-linejoin": "round" }),
        tile.label && !pieces[tile.spot] ? s("text", { x: tile.at[0], y: tile.at[1] + 17, "text-anchor": "middle", "font-size": 50, "font-weight": 700, fill: "#2A1A04" }, tile.label)
          : !pieces[tile.spot] && !ghosts[tile.spot] ? s("circle", { cx: tile.at[0], cy: tile.at[1], r: Math.min(13, tile.r * 0.34), fill: "#8A5A0C" }) : null,
      ]));

    show(this.#layers.pieces,
      Object.entries(pieces).map(([spot, letter]) => {
        const tile = this.#bySpot.get(spot);
        if (!tile || covered.has(spot)) return null;
        const [x, y] = tile.at;
        const up = picked.has(spot);
        const g = s("g", { transform: `translate(${x} ${y - (up ? 12 : 0)})`, class: up ? "picked" : "", opacity: tile.tone === "bay" ? 0.7 : 1 }, drawn(letter, tile.pieceRadius));
        g.key = spot;
        return g;
      }),
      [...whole].map(([area, letter]) => slab(area.corners.map((corner) => this.#at(corner)), (area.rounding || 0) * CELL, plateOf(letter))));

    const circle = (spot, r, props) => { const [cx, cy] = at(spot); return s("circle", { cx, cy, r, fill: "none", ...props }); };
    const ringed = (spot, colour, extra = 0) => { const r = Math.min(46, this.#bySpot.get(spot).pieceRadius + 8 + extra); return [circle(spot, r, { stroke: PALE, "stroke-width": 13 }), circle(spot, r, { stroke: colour, "stroke-width": 8 })]; };
    const known = (spots) => (spots || []).filter(at);
    show(this.#layers.over,
      Object.entries(ghosts).map(([spot, letter]) => (at(spot) ? s("g", { transform: `translate(${at(spot)})`, opacity: 0.62 }, drawn(letter, this.#bySpot.get(spot).pieceRadius)) : null)),
      moved.filter((step) => step.start && at(step.start) && step.start !== step.end).map((step) => arrow(at(step.start), at(step.end), PETROL, 13, ...(pieces[step.start] ? [34, 34] : [0, 46]))),
      moved.filter((step) => !step.start && this.#bySpot.get(step.end).tone === "bare" && !covered.has(step.end)).map((step) => ringed(step.end, PETROL)),
      known(board.line).filter((spot) => !covered.has(spot)).map((spot) => ringed(spot, "#E89A12")),
      [...whole.keys()].filter((area) => decided.has(area.spots[0])).map((area) => {
        const d = rounded(shrunk(area.corners.map((corner) => this.#at(corner)), 0.955), (area.rounding || 0) * CELL);
        return [["#2A190E", 20], ["#FFB938", 13]].map(([stroke, width]) => s("path", { d, fill: "none", stroke, "stroke-width": width }));
      }),
      known([...picked]).map((spot) => { const [cx, cy] = at(spot); const r = this.#bySpot.get(spot).pieceRadius + 5; const y = cy - (pieces[spot] ? 12 : 0); return [s("circle", { cx, cy: y, r, fill: "none", stroke: "#2A150A", "stroke-opacity": 0.6, "stroke-width": 14 }), s("circle", { cx, cy: y, r, fill: "none", stroke: "#fff", "stroke-width": 8 })]; }),
      known(board.hinted).map((spot) => ringed(spot, "#1769AA", 2)),
      (board.arrows || []).filter((step) => at(step.start) && at(step.end)).map((step) => arrow(at(step.start), at(step.end), "#1C4CA8", 16, 40, 8)),
      known(board.reasons).map((spot) => ringed(spot, CORAL)),
      known(board.refused).map((spot) => this.#cross(spot)),
      known(board.refused).slice(0, 1).flatMap((spot) => known(board.reasons).filter((reason) => near(at(reason), at(spot))).map((reason) => head(at(reason), at(spot)))));
  }

  #cross(spot) {
    const tile = this.#bySpot.get(spot);
    const [x, y] = tile.at;
    const d = `M${x - 18} ${y - 18}l36 36m0-36l-36 36`;
    return s("g", { "stroke-linejoin": "round", "stroke-linecap": "round" },
      this.#shape(tile, { fill: CORAL, "fill-opacity": 0.3, stroke: PALE, "stroke-width": 13 }), this.#shape(tile, { fill: "none", stroke: CORAL, "stroke-width": 8 }),
      s("path", { d, stroke: PALE, "stroke-width": 20 }), s("path", { d, stroke: CORAL, "stroke-width": 11 }));
  }

  // -- for screen readers and keys ---------------------------------------------------------------

  #label() {
    const { picked = [], refused = [], hinted = [] } = this.#board;
    this.svg.setAttribute("aria-label", this.#say("board.name"));
    for (const tile of this.#tiles) {
      const words = [this.describe(tile.spot)];
      if (tile.star) words.push(this.#say("board.star"));
      if (picked.includes(tile.spot)) words.push(this.#say("board.picked"));
      if (this.#lit.has(tile.spot)) words.push(this.#say("board.lit"));
      if (hinted.includes(tile.spot)) words.push(this.#say("board.hinted"));
      if (refused.includes(tile.spot)) words.push(this.#say("board.refused"));
      const label = words.join(", ");
      const { element } = tile;
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
      element.setAttribute("tabindex", tile.spot === this.#current ? "0" : "-1");
      element.classList.toggle("lit", this.#lit.has(tile.spot));
    }
  }

  #focused(spot) {
    if (!spot || spot === this.#current) return;
    const before = this.#bySpot.get(this.#current);
    if (before) before.element.setAttribute("tabindex", "-1");
    this.#current = spot;
    this.#bySpot.get(spot).element.setAttribute("tabindex", "0");
  }

  #key(event) {
    const here = this.#bySpot.get(this.#current);
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    let next = null;
    if (STEPS[event.key]) next = this.#beside(here, STEPS[event.key]);
    else if (event.key === "PageDown" || event.key === "PageUp") next = this.#nextLit(here, event.key === "PageUp" ? -1 : 1);
    else if (event.key === "Home") next = this.#tiles[0];
    else if (event.key === "End") next = this.#tiles[this.#tiles.length - 1];
    else if (event.key === "Enter" || event.key === " ") this.#touch(here.spot);
    else return;
    event.preventDefault();
    if (next) next.element.focus();
  }

  /** The nearest place in a direction; what lies to the side counts as further away. */
  #beside(here, [dx, dy]) {
    let best = null;
    let least = Infinity;
    for (const tile of this.#tiles) {
      const [x, y] = [tile.at[0] - here.at[0], tile.at[1] - here.at[1]];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 20 && aside <= along * 1.2 && along + aside * 2 < least) [best, least] = [tile, along + aside * 2];
    }
    return best;
  }

  #nextLit(here, step) {
    const count = this.#tiles.length;
    const from = this.#tiles.indexOf(here);
    for (let n = 1; n <= count; n++) {
      const tile = this.#tiles[(from + step * n + count * n) % count];
      if (this.#lit.has(tile.spot)) return tile;
    }
    return null;
  }

  // -- fingers -----------------------------------------------------------------------------------

  /** The place that a touch is meant for: a lit one near it, or the one below it. */
  #meant(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return "";
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const far = (tile) => Math.hypot(tile.at[0] - x, tile.at[1] - y);
    const nearest = (tiles) => tiles.reduce((best, tile) => (far(tile) < far(best) ? tile : best), tiles[0]);
    const below = event.target.closest && event.target.closest("[data-spot]");
    if (below && (this.#lit.has(below.dataset.spot) || event.pointerType === "mouse")) return below.dataset.spot;
    const lit = nearest(this.#tiles.filter((tile) => this.#lit.has(tile.spot)));
    if (lit && far(lit) <= (below ? REACH : 1) * CELL) return lit.spot;
    return below ? below.dataset.spot : "";
  }

  #click(event) {
    // A screen reader's click has no position of its own.
    const place = event.target.closest("[data-spot]");
    const spot = event.detail === 0 && place ? place.dataset.spot : this.#meant(event);
    if (spot) this.#touch(spot);
  }

  #touch(spot) {
    this.#release();
    if (!this.tappable) return;
    this.#focused(spot);
    this.onTouch(spot);
  }

  #press(event) {
    if (!this.tappable || event.pointerType === "mouse") return;
    const spot = this.#meant(event);
    if (this.#lit.has(spot)) this.#hold = setTimeout(() => this.#consider(spot), HOLD_SECONDS * 1000);
  }

  #hover(event) {
    if (!this.tappable || event.pointerType !== "mouse") return;
    const spot = this.#meant(event);
    this.#consider(this.#lit.has(spot) ? spot : "");
  }

  #release() {
    clearTimeout(this.#hold);
    this.#consider("");
  }

  #consider(spot) {
    if (spot === this.#considered) return;
    this.#considered = spot;
    this.onConsider(spot);
  }
}

/** The corners of an area that is smaller about its middle. */
function shrunk(points, share) {
  const middle = [0, 1].map((n) => points.reduce((sum, point) => sum + point[n], 0) / points.length);
  return points.map((point) => point.map((v, n) => middle[n] + (v - middle[n]) * share));
}

/** A board over a box that is won, with the large mark of its owner. */
function slab(points, rounding, plate) {
  if (!plate) return null;
  const edge = mix(plate.face, "#000000", 0.42);
  const [x, y] = shrunk(points, 0)[0];
  const reach = Math.max(...points.map((point) => point[0] - x));
  return s("g", {},
    s("path", { d: rounded(points, rounding), fill: plate.face, stroke: edge, "stroke-width": 8 }),
    s("path", { d: rounded(shrunk(points, 0.86), rounding * 0.6), fill: "none", stroke: edge, "stroke-width": 3 }),
    markShape(plate.mark, x, y, reach * 0.56, { fill: plate.inlay }));
}

function ownerMark(kind) {
  if (kind === "disc") return s("circle", { r: 18 });
  const points = { diamond: [[0, -21], [21, 0], [0, 21], [-21, 0]], triangle: [[0, -20], [21, 16], [-21, 16]], square: [[-17, -17], [17, -17], [17, 17], [-17, 17]] }[kind] || [];
  return s("path", { d: outline(points), "stroke-linejoin": "round" });
}

const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < CELL * 1.6;

/** A head between a place and its neighbour. */
function head(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const u = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const tip = [(a[0] + b[0]) / 2 + u[0] * 17, (a[1] + b[1]) / 2 + u[1] * 17];
  const neck = [tip[0] - u[0] * 34, tip[1] - u[1] * 34];
  const d = outline([tip, [neck[0] - u[1] * 22, neck[1] + u[0] * 22], [neck[0] + u[1] * 22, neck[1] - u[0] * 22]]);
  return s("g", { "stroke-linejoin": "round" }, s("path", { d, fill: PALE, stroke: PALE, "stroke-width": 11 }), s("path", { d, fill: CORAL }));
}
