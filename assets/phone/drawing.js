// Icons, marks, pieces and dice as SVG.

import { h, s, show } from "./dom.js";

/** An icon of the sprite in index.html; nothing for a name that it does not have. */
export function icon(name) {
  if (!name || !document.getElementById(`i-${name}`)) return null;
  return h("i", { class: "icon", "aria-hidden": "true" }, s("svg", { viewBox: "0 0 24 24" }, s("use", { href: `#i-${name}` })));
}

// -- colours -------------------------------------------------------------------------------------

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) || 0);

/** A colour between two; `share` of the second. */
export function mix(one, other, share) {
  const [a, b] = [channels(one), channels(other)];
  return "#" + a.map((v, n) => Math.round(v + (b[n] - v) * share).toString(16).padStart(2, "0")).join("");
}

function luminance(colour) {
  const [r, g, b] = channels(colour).map((v) => ((v /= 255), v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one, other) {
  const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

/** The custom properties that paint something in a seat's colours; words are always readable. */
export function seatColours(plate) {
  if (!plate) return {};
  const { face, inlay, rim } = plate;
  const end = mix(face, "#000000", 0.1);
  const words = [inlay, "#ffffff", "#0d1b24"].find((ink) => contrast(ink, face) > 4.6 && contrast(ink, end) > 4.6) || inlay;
  return { "--seat": face, "--seat-end": end, "--on": words, "--seat-edge": mix(rim, "#000000", 0.25) };
}

/** Defines the gradients of the seats' pieces, which all drawings share. */
export function paintSeats(plates) {
  const gradients = plates.map((plate) =>
    s("linearGradient", { id: `seat${plate.number}`, x1: ".2", y1: "0", x2: ".7", y2: "1" },
      s("stop", { offset: "0", "stop-color": mix(plate.face, "#ffffff", 0.24) }),
      s("stop", { offset: "1", "stop-color": mix(plate.face, "#000000", 0.2) })));
  let defs = document.getElementById("seats");
  if (!defs) document.querySelector(".sprite").append((defs = s("defs", { id: "seats" })));
  show(defs, gradients);
}

// -- marks and pieces ----------------------------------------------------------------------------

const MARKS = {
  diamond: [[0, -1], [1, 0], [0, 1], [-1, 0]],
  triangle: [[0, -1], [1, 0.72], [-1, 0.72]],
  square: [[-0.76, -0.76], [0.76, -0.76], [0.76, 0.76], [-0.76, 0.76]],
};
const round = (number) => Math.round(number * 10) / 10;

/** A closed path through points. */
export const outline = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}z`;

/** The same with round corners. */
export function rounded(points, radius) {
  if (!radius) return outline(points);
  const toward = ([x, y], [u, v]) => {
    const length = Math.hypot(u - x, v - y) || 1;
    const cut = Math.min(radius, length / 2) / length;
    return [x + (u - x) * cut, y + (v - y) * cut].map(round);
  };
  const corners = points.map((point, n) => {
    const [before, after] = [points.at(n - 1), points[(n + 1) % points.length]];
    return `${n ? "L" : "M"}${toward(point, before)}Q${point.map(round)} ${toward(point, after)}`;
  });
  return `${corners.join("")}z`;
}

export function markShape(kind, x, y, r, props) {
  if (!MARKS[kind]) return s("circle", { cx: x, cy: y, r: round(r * 0.82), ...props });
  return s("path", { d: outline(MARKS[kind].map(([a, b]) => [x + a * r, y + b * r])), "stroke-linejoin": "round", ...props });
}

/** A seat's mark as an icon, in the colour of the words beside it. */
export function mark(kind, name = "mark") {
  return h("i", { class: name, "aria-hidden": "true" },
    s("svg", { viewBox: "0 0 100 100" }, markShape(kind, 50, 52, 42, { fill: "currentColor", stroke: "currentColor", "stroke-width": 6 })));
}

function stone(plate, r, shadow = 0.42) {
  const { face, inlay, rim, mark: kind, number } = plate;
  const ink = { fill: inlay, stroke: inlay, "stroke-width": round(r * 0.05) };
  return [
    s("ellipse", { cx: round(r * 0.14), cy: round(r * 0.22), rx: round(r * 1.04), ry: r, fill: "#1A0D04", opacity: shadow }),
    s("circle", { cy: round(r * 0.11), r, fill: mix(face, "#000000", 0.55) }),
    s("circle", { r, fill: `url(#seat${number})`, stroke: rim, "stroke-width": round(r * 0.07) }),
    s("circle", { r: round(r * 0.7), fill: face, stroke: mix(face, "#000000", 0.25), "stroke-width": round(r * 0.05) }),
    markShape(kind, 0, 0, r * 0.42, ink),
  ];
}

const NAILS = [-150, -115, -80, -45, -10, 20, 160].map((degrees) => (degrees * Math.PI) / 180);

function horseshoe(r) {
  const d = `M${-r * 0.5} ${r * 0.86}C${-r * 1.35} ${r * 0.1} ${-r} ${-r * 0.86} 0 ${-r * 0.86}S${r * 1.35} ${r * 0.1} ${r * 0.5} ${r * 0.86}`;
  const line = (stroke, width, more) => s("path", { d, fill: "none", stroke, "stroke-width": round(r * width), "stroke-linecap": "round", ...more });
  return [
    line("#1A0D04", 0.4, { "stroke-opacity": 0.42, transform: `translate(${r * 0.1} ${r * 0.16})` }),
    line("#1B2B38", 0.42),
    line("#5F7F99", 0.32),
    line("#9DB6C8", 0.09, { transform: `translate(${-r * 0.03} ${-r * 0.05})` }),
    NAILS.map((t) => s("circle", { cx: round(Math.cos(t) * r * 0.86), cy: round(Math.sin(t) * r * 0.84 + r * 0.03), r: round(r * 0.055), fill: "#16242F" })),
  ];
}

/** A piece about (0, 0). `plate` may be undefined for pieces of nobody. */
export function piece(kind, plate, r) {
  if (kind === "horse") return s("g", {}, horseshoe(r * 0.96));
  if (kind === "rider") return s("g", {}, horseshoe(r), s("g", { transform: `translate(0 ${round(r * 0.1)})` }, stone(plate, round(r * 0.66), 0.3)));
  return s("g", {}, stone(plate, r));
}

/** A piece as a picture beside words. */
export function smallPiece(plate) {
  return h("i", { class: "small-piece", "aria-hidden": "true" }, s("svg", { viewBox: "-50 -48 100 104" }, piece("stone", plate, 44)));
}

// -- arrows and dice -----------------------------------------------------------------------------

/** An arrow with a light edge; `from` and `to` keep its ends away from the two points. */
export function arrow([x1, y1], [x2, y2], colour, width, from = 0, to = 0) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const tip = [x2 - ux * to, y2 - uy * to];
  const head = Math.min(width * 2.6, (length - from - to) * 0.8);
  const neck = [tip[0] - ux * head, tip[1] - uy * head];
  const body = `M${round(x1 + ux * from)} ${round(y1 + uy * from)}L${round(neck[0])} ${round(neck[1])}`;
  const point = outline([tip, [neck[0] - uy * head * 0.62, neck[1] + ux * head * 0.62], [neck[0] + uy * head * 0.62, neck[1] - ux * head * 0.62]]);
  const edge = { stroke: "#FFF3DF", "stroke-width": width + 9 };
  return s("g", { "stroke-linejoin": "round", "stroke-linecap": "round" },
    s("path", { d: body, ...edge }), s("path", { d: point, fill: "#FFF3DF", stroke: "#FFF3DF", "stroke-width": 11 }),
    s("path", { d: body, stroke: colour, "stroke-width": width }), s("path", { d: point, fill: colour }));
}

const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die about (x, y). */
export function die(value, x, y, size, turn) {
  const at = (side, dy, more) => s("rect", { x: -side / 2, y: round(dy - side / 2), width: side, height: side, rx: round(side * 0.22), ...more });
  return s("g", { transform: `translate(${x} ${y})` },
    s("g", { class: "die" },
      at(size, size * 0.16, { fill: "#02100F", opacity: 0.5, transform: `rotate(${turn}) translate(${round(size * 0.05)} 0)` }),
      s("g", { transform: `rotate(${turn})` },
        at(size, size * 0.09, { fill: "#B3A788" }), at(size, 0, { fill: "url(#ivory)" }), at(round(size * 0.8), 0, { fill: "#FBF7EE" }),
        (PIPS[value] || []).map((n) => s("circle", { cx: round(((n % 3) - 1) * size * 0.27), cy: round((Math.floor(n / 3) - 1) * size * 0.27), r: round(size * 0.085), fill: "#15191F" })))));
}
