// Pieces that are dragged, turned and flipped.
//
// The table moves the pieces; the piece below the finger follows at once here, and until the table
// has answered.

import { s, show } from "./dom.js";
import { mix, outline } from "./drawing.js";

const UNIT = 40;
const CONTACTS_PER_SECOND = 20;
const FINGER = 0.5; // units, for small pieces
const SETTLE_SECONDS = 0.6;
const COLOUR = /^#[0-9a-f]{6}$/i;

const scaled = (points) => points.map(([x, y]) => [x * UNIT, y * UNIT]);
const middle = (points) => [0, 1].map((n) => points.reduce((sum, p) => sum + p[n], 0) / points.length);

function inside([x, y], corners) {
  let within = false;
  for (let n = 0, m = corners.length - 1; n < corners.length; m = n++) {
    const [[ax, ay], [bx, by]] = [corners[n], corners[m]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

function shape(points, colour, lifted) {
  const lift = lifted ? 6 : 0;
  const moved = (by) => points.map(([x, y]) => [x, y + by - lift]);
  const [mx, my] = middle(points);
  const side = mix(colour, "#000000", 0.42);
  const line = { "stroke-width": 2, "stroke-linejoin": "round" };
  return [
    s("path", { d: outline(moved(lifted ? 14 : 8)), fill: "#3B2A12", opacity: lifted ? 0.28 : 0.34, transform: lifted ? "translate(7 4)" : "translate(3 0)" }),
    s("path", { d: outline(moved(5)), fill: side, stroke: side, ...line }),
    s("path", { d: outline(moved(0)), fill: colour, stroke: colour, ...line }),
    s("path", { d: outline(points.map(([x, y]) => [mx + (x - mx) * 0.84, my + (y - my) * 0.84 - lift])), fill: "none", stroke: "#fff", "stroke-opacity": 0.3, "stroke-width": 2.2, "stroke-linejoin": "round" }),
  ];
}

function signOn([x, y], mark) {
  const line = { d: mark === "right" ? "M-9 1l6 7L9-7" : "M-7-7l14 14m0-14l-14 14", fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  return s("g", { transform: `translate(${x} ${y})` }, s("circle", { r: 17, fill: mark === "right" ? "#146049" : "#A8321A", stroke: "#fff", "stroke-width": 2.5 }), s("path", { ...line, stroke: "#fff", "stroke-width": 4 }));
}

export class PiecesDrawing {
  #say;
  #view = null;
  #held = null; // {key, grip, to, number}: the piece below the finger, and its middle from there
  #settling = 0;
  #contacts = new Map();
  #sentAt = 0;
  #pending = 0;
  /** Width by height. */
  ratio = 1;
  onContact = () => {};
  onKey = () => {};

  constructor(say) {
    this.#say = say;
    this.svg = s("svg", { class: "pieces-svg", role: "group", tabindex: "0" });
    this.element = document.createElement("div");
    this.element.className = "mat";
    this.element.append(this.svg);
    this.svg.addEventListener("pointerdown", (event) => this.#down(event));
    this.svg.addEventListener("pointermove", (event) => this.#move(event));
    this.svg.addEventListener("pointerup", (event) => this.#up(event, "up"));
    this.svg.addEventListener("pointercancel", (event) => this.#up(event, "cancel"));
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
  }

  update(view) {
    this.#view = view;
    this.svg.setAttribute("viewBox", `0 0 ${view.width * UNIT} ${view.height * UNIT}`);
    this.ratio = view.width / view.height;
    const words = (view.pieces || []).map((piece) => `${piece.kind}${piece.picked ? ` ${this.#say("board.picked")}` : ""}`);
    this.svg.setAttribute("aria-label", [this.#say("pieces.name"), ...words].join(", "));
    if (this.#settling && !this.#contacts.size) this.#letGo();
    this.#draw();
  }

  /** Drops what the fingers hold, as when the phone is locked. */
  cancel() {
    for (const number of this.#contacts.values()) this.#send("cancel", number, [0, 0]);
    this.#contacts.clear();
    this.#letGo();
    if (this.#view) this.#draw();
  }

  #draw() {
    const { pieces = [], ghost = [], outline: outlines = [], targets = [], board = [], tray = [] } = this.#view;
    const area = ([x, y, width, height], props) => (width ? s("rect", { x: x * UNIT, y: y * UNIT, width: width * UNIT, height: height * UNIT, rx: 12, ...props }) : null);
    const held = this.#held;
    const drawn = pieces.map((piece) => {
      const up = held && held.key === piece.key;
      let points = scaled(piece.corners);
      if (up) {
        // Wherever the table has it by now, and however it is turned, the finger has its grip.
        const [mx, my] = middle(points);
        points = points.map(([x, y]) => [x - mx + (held.to[0] + held.grip[0]) * UNIT, y - my + (held.to[1] + held.grip[1]) * UNIT]);
      }
      const colour = COLOUR.test(piece.colour) ? piece.colour : "#0F9C8F";
      const g = s("g", { class: up ? "lifted" : "" }, shape(points, colour, up || piece.where === "hand"),
        piece.picked ? [s("path", { d: outline(points), fill: "none", stroke: "#fff", "stroke-width": 6, "stroke-linejoin": "round" }), s("path", { d: outline(points), fill: "none", stroke: "#123240", "stroke-width": 2.5, "stroke-dasharray": "7 6", "stroke-linejoin": "round" })] : null,
        piece.mark ? signOn(middle(points), piece.mark) : null);
      g.key = piece.key;
      return { g, up: up || piece.picked };
    });
    show(this.svg,
      area(board, { fill: "#F4E8CE", stroke: "#CDB587", "stroke-width": 2 }),
      area(tray, { fill: "#D2BA8B", stroke: "#AB9059", "stroke-width": 2 }),
      outlines.length ? s("path", { d: outlines.map((points) => outline(scaled(points))).join(""), fill: "#123240", "fill-rule": "evenodd", stroke: "#123240", "stroke-width": 1.5, "stroke-linejoin": "round" }) : null,
      targets.map((points) => s("path", { d: outline(scaled(points)), fill: "#fff", "fill-opacity": 0.25, stroke: "#6A5730", "stroke-width": 2.5, "stroke-dasharray": "8 6", "stroke-linejoin": "round" })),
      ghost.length ? s("path", { d: outline(scaled(ghost)), fill: "#23485E", "fill-opacity": 0.16, stroke: "#23485E", "stroke-width": 3.5, "stroke-dasharray": "10 7", "stroke-linejoin": "round" }) : null,
      drawn.filter((piece) => !piece.up).map((piece) => piece.g),
      drawn.filter((piece) => piece.up).map((piece) => piece.g));
  }

  // -- fingers -----------------------------------------------------------------------------------

  #point(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x / UNIT, y / UNIT];
  }

  #below(point) {
    const pieces = this.#view.pieces || [];
    for (const piece of [...pieces].reverse()) if (inside(point, piece.corners)) return piece;
    const far = (piece) => { const [x, y] = middle(piece.corners); return Math.hypot(x - point[0], y - point[1]); };
    const close = pieces.filter((piece) => far(piece) < FINGER).sort((a, b) => far(a) - far(b));
    return close[0];
  }

  #down(event) {
    if (!this.#view || !this.#view.active || this.#contacts.size > 4) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    const number = [0, 1, 2, 3, 4].find((n) => ![...this.#contacts.values()].includes(n));
    this.#contacts.set(event.pointerId, number);
    const point = this.#point(event);
    if (number === 0) {
      const piece = this.#below(point);
      this.#letGo();
      if (piece) {
        const [x, y] = middle(piece.corners);
        this.#held = { key: piece.key, grip: [x - point[0], y - point[1]], to: point, number };
      }
    } else {
      this.#letGo(); // two fingers turn the piece, which only the table can show
    }
    this.#send("down", number, point);
    this.#draw();
  }

  #move(event) {
    const number = this.#contacts.get(event.pointerId);
    if (number === undefined) return;
    const point = this.#point(event);
    if (this.#held && this.#held.number === number) {
      this.#held.to = point;
      this.#draw();
    }
    clearTimeout(this.#pending);
    const wait = this.#sentAt + 1000 / CONTACTS_PER_SECOND - performance.now();
    const send = () => {
      this.#sentAt = performance.now();
      this.#send("move", number, point);
    };
    if (wait <= 0) send();
    else this.#pending = setTimeout(send, wait);
  }

  #up(event, kind) {
    const number = this.#contacts.get(event.pointerId);
    if (number === undefined) return;
    this.#contacts.delete(event.pointerId);
    clearTimeout(this.#pending);
    this.#send(kind, number, this.#point(event));
    if (!this.#held) return;
    // The piece stays where the finger left it until the table says where it lies.
    this.#settling = setTimeout(() => {
      this.#letGo();
      this.#draw();
    }, SETTLE_SECONDS * 1000);
  }

  #letGo() {
    clearTimeout(this.#settling);
    this.#settling = 0;
    this.#held = null;
  }

  #send(kind, number, [x, y]) {
    const round = (value) => Math.round(value * 1000) / 1000;
    this.onContact({ kind, number, x: round(x), y: round(y) });
  }
}
