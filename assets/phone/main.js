// Joins what the table says, what people do, and the pages.

import { BoardDrawing } from "./board.js";
import { Connection, Memory } from "./connection.js";
import { show } from "./dom.js";
import { paintSeats, seatColours } from "./drawing.js";
import { makePages } from "./pages.js";
import { PiecesDrawing } from "./pieces.js";
import { Words, likelyLanguage } from "./words.js";

const NAME_LENGTH = 12;
const PATIENCE_SECONDS = 3;
const REACTION_SECONDS = 2;
const ROLL_SECONDS = 0.7;
const SHAKE = 22;
const TICK_MILLISECONDS = 250;
const MOST_GAMES = 20;
const BEFORE_JOINING = ["games", "found", "saved"];

const memory = new Memory();
const words = new Words();
const state = {
  token: "", you: null, view: null, viewAt: 0, ended: "",
  page: "", problem: "", code: "", pin: "", name: memory.get("name") || "", seat: null, text: null,
  guess: [], covered: false, swipe: null, rollingUntil: 0, thrownUntil: 0, reactAt: 0, moving: 0, putting: 0, names: false, sitting: false,
  games: memory.get("games") || [], gameCode: "", wanted: null, deleting: "",
};

const app = {
  state, words, checks: [],
  connection: new Connection(receive, () => render()),
  board: new BoardDrawing((key, args) => words.say(key, args)),
  pieces: new PiecesDrawing((key, args) => words.say(key, args)),

  change(values) {
    Object.assign(state, values);
    if (values.page === "check") app.runChecks();
    render();
  },

  /** Sends what somebody does. */
  act(type, fields) {
    return app.connection.send(type, fields);
  },

  async speak(language) {
    memory.set({ language });
    app.act("Speak", { language });
    await loadWords(language);
    render();
  },

  async enterCode() {
    try {
      const answer = await fetch("/code", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code: state.code }) });
      const { ticket, refused } = await answer.json();
      if (!ticket) return app.change({ problem: words.say({ tries: "code.slow", closed: "ended.closed" }[refused] || "code.wrong"), code: "" });
      state.token = ticket;
      app.restart();
    } catch {
      app.change({ problem: words.say("reach.head") });
    }
  },

  pickSeat(plate) {
    app.change({ seat: plate.number, problem: "" });
  },

  sit(seat) {
    const name = cut(state.name.trim());
    memory.set({ name });
    state.sitting = true;
    if (!app.act("Sit", { seat, name })) app.change({ problem: words.say("reconnecting") });
  },

  /** Looks up a saved game. */
  findGame(code) {
    state.problem = "";
    if (!app.act("FindGame", { code })) app.change({ problem: words.say("reconnecting") });
  },

  resumeGame() {
    if (!state.you.joined) app.sit(null);
    app.act("ResumeGame", { seat: state.wanted });
  },

  keepGames(games) {
    memory.set({ games });
    app.change({ games, deleting: "" });
  },

  host(command, fields = {}) {
    app.act("Host", { command, ...fields });
  },

  guess(answer) {
    state.guess = [];
    app.act("GuessMove", { number: state.view.guess.number, answer });
  },

  react(kind) {
    if (Date.now() < state.reactAt) return;
    app.act("React", { kind });
    state.reactAt = Date.now() + REACTION_SECONDS * 1000;
    setTimeout(render, REACTION_SECONDS * 1000 + 20);
    render();
  },

  throwing: () => Date.now() < state.thrownUntil,

  throwDice() {
    const { dice } = state.view || {};
    if (!dice || !dice.throwable || app.throwing()) return;
    state.swipe = null;
    if (!app.act("Throw")) return;
    state.thrownUntil = Date.now() + ROLL_SECONDS * 1000; // a shake throws once
    roll();
    buzz(40);
    render();
  },

  rolling: () => Date.now() < state.rollingUntil,

  /** Seconds left of what the view said, by this phone's own clock. */
  secondsLeft: (seconds, ticking = true) => (ticking ? seconds - (Date.now() - state.viewAt) / 1000 : seconds),
  secondsSince: (seconds) => seconds + (Date.now() - state.youAt) / 1000,

  async runChecks() {
    const checks = (app.checks = ["page", "files", "socket", "memory"].map((name) => ({ name, state: "waiting", detail: "" })));
    const [page, files, socket, storage] = checks;
    const done = (check, good, detail = "") => (Object.assign(check, { state: good ? "good" : "bad", detail }), render());
    done(page, true);
    try {
      const began = performance.now();
      const answer = await fetch("/check", { cache: "no-store" });
      done(files, answer.ok, `${Math.round(performance.now() - began)} ms`);
    } catch {
      done(files, false);
    }
    const began = performance.now();
    done(socket, await socketOpens(), `${Math.round(performance.now() - began)} ms`);
    done(storage, storageWorks());
  },

  /** Connects anew, or asks for a code if there is nothing to connect with. */
  restart() {
    Object.assign(state, { ended: "", problem: "" });
    if (!state.token && !memory.get("secret")) return render();
    app.connection.lostAt = 0;
    app.connection.start(() => ({ token: state.token, language: words.language, secret: memory.get("secret") || "" }));
  },
};

const pages = makePages(app);

// -- what the table says -------------------------------------------------------------------------

function receive(message) {
  if (message.type === "Welcome") {
    memory.set({ secret: message.secret, token: state.token });
  } else if (message.type === "Refused") {
    refused(message.why);
  } else if (message.type === "You") {
    receiveYou(message);
  } else if (message.type === "View") {
    receiveView(message.view);
  }
  render();
}

function refused(why) {
  if (why === "token") {
    const typed = location.pathname.startsWith("/j/");
    memory.set({ token: "", secret: "" });
    Object.assign(state, { token: "", you: null, problem: typed ? words.say("code.old") : "" });
    history.replaceState(null, "", "/");
  } else {
    state.ended = why;
  }
}

function receiveYou(you) {
  const before = state.you;
  state.you = you;
  state.youAt = Date.now();
  if (you.name && !state.name) state.name = you.name;
  if (state.sitting && (you.joined || you.refused)) {
    state.sitting = false;
    if (you.joined && !you.refused && state.page === "join") state.page = "";
  }
  if (state.page === "claim" && you.host) state.page = "host";
  if (state.page === "host" && !you.host) state.page = "";
  if (!you.joined && state.seat === null && !before) {
    const free = you.seats.filter((plate) => plate.free && !plate.taken);
    if (free.length === 1) state.seat = free[0].number;
  }
  receiveGames(you, before || {});
  if (you.refused) announce(you.refused, true);
}

/** What the table says of saved games. */
function receiveGames({ saved, found, seats, name }, before) {
  // A game that was deleted here is not kept again when the phone comes back.
  if (saved && memory.get("told") !== saved.code) {
    memory.set({ told: saved.code });
    app.keepGames([saved, ...state.games.filter((game) => game.code !== saved.code)].slice(0, MOST_GAMES));
    state.page = "saved";
    announce(`${words.loaded ? words.say("games.saved") : ""} ${saved.code}`, false);
  }
  const last = before.found || {};
  if (!found) {
    if (state.page === "found") state.page = "";
  } else if (found.number !== last.number && ["games", "join"].includes(state.page || (state.you.joined ? "" : "join"))) {
    const own = (found.seats || []).find((plate) => plate.name && plate.name === (name || state.name));
    Object.assign(state, found.refused ? { page: "games", problem: found.refused } : { page: "found", problem: "", wanted: own ? own.number : null });
    announced = "";
    announce(found.refused || `${found.title}. ${found.text}`, Boolean(found.refused));
  } else if (state.page === "found" && found.note !== last.note) {
    announce(found.note, false);
  }
}

function receiveView(view) {
  const before = state.view || {};
  state.view = view;
  state.viewAt = Date.now();
  const guess = view.guess || {};
  if (guess.number !== (before.guess || {}).number || (guess.given || []).length) state.guess = [];
  if (view.type !== before.type) state.text = null;
  if (state.page === "saved" && before.type === "wait" && view.type !== "wait") state.page = ""; // people play on
  if (view.entered && view.entered !== before.entered) state.text = null;
  if (view.private && !before.private) state.covered = document.visibilityState !== "visible";
  const dice = view.dice || {};
  const thrown = before.dice && (dice.values || []).length && String(dice.values) !== String(before.dice.values);
  if (!dice.throwable || thrown) state.thrownUntil = 0; // the table has answered
  if (thrown) roll();
  if (view.active && !before.active && before.type) buzz(30);
  if (view.warning && view.prompt !== before.prompt) buzz([20, 40, 20]);

  const said = [view.told, view.active !== before.active || view.type !== before.type ? view.head || view.title : "", view.headline, view.prompt, view.text].filter(Boolean).join(" ");
  if (view.warning) announce(view.prompt, true);
  else if (view.question && !before.question) announce(view.question.text, true);
  else announce(said, false);
}

let announced = "";
function announce(text, urgent) {
  if (!text || text === announced) return;
  announced = text;
  document.getElementById(urgent ? "alert" : "live").textContent = text;
  if (!urgent) document.getElementById("alert").textContent = "";
}

// -- the page ------------------------------------------------------------------------------------

function current() {
  const { connection } = app;
  const { you, view, page } = state;
  if (page === "check") return pages.check();
  if (state.ended) return pages.ended();
  if (connection.state === "lost" && Date.now() - connection.lostAt > PATIENCE_SECONDS * 1000) return pages.unreachable();
  if (!you) return connection.state === "connecting" || connection.state === "lost" || connection.state === "open" ? pages.opening() : pages.code();
  if (page === "join" || (!you.joined && !BEFORE_JOINING.includes(page))) return pages.join();
  if (page) return pages[page]();
  if (!view || view.type === "wait") return pages.wait(view);
  return pages[view.type] ? pages[view.type](view) : pages.wait(null);
}

let shownName = "";
let shownPlates = "";

function render() {
  if (!words.loaded) return;
  const view = state.view || {};
  const page = current();
  const plates = page.plates || (view.seats && view.seats.length ? view.seats : state.you && state.you.seats) || [];
  const coloured = JSON.stringify(plates.map((plate) => [plate.number, plate.face]));
  if (coloured !== shownPlates) paintSeats(plates);
  shownPlates = coloured;

  document.body.className = page.name;
  const own = state.you && plates.find((plate) => plate.number === state.you.seat);
  const colours = page.colours || seatColours(own);
  for (const name of ["--seat", "--seat-end", "--on", "--seat-edge"]) {
    if (colours[name]) document.body.style.setProperty(name, colours[name]);
    else document.body.style.removeProperty(name);
  }
  if (page.board) {
    const board = page.board === true ? shownBoard(view) : page.board;
    if (board && (board !== shownBoard.last || coloured !== shownBoard.colours)) {
      Object.assign(shownBoard, { last: board, colours: coloured });
      app.board.update(board, plates, { tappable: page.board === true && view.type === "board" && !view.over }).then(render, () => setTimeout(() => { shownBoard.last = null; render(); }, 1000));
    }
  }
  if (page.name.startsWith("pieces") && shownPieces !== state.view) app.pieces.update((shownPieces = state.view));
  show(document.getElementById("page"), page.plate, page.content);
  if (page.name !== shownName) {
    scrollTo(0, 0);
    document.title = view.title || (state.you && state.you.title) || "Tabletop";
    if (shownName && document.activeElement === document.body) {
      const heading = document.querySelector("h1");
      if (heading) heading.focus({ preventScroll: true });
    }
    shownName = page.name;
  }
}

let shownPieces = null;

/** The board of a view with what the audience has touched. */
function shownBoard(view) {
  const { board, guess } = view;
  if (!board || !guess || guess.kind !== "move") return board;
  const key = JSON.stringify([guess, state.guess]);
  if (shownBoard.of === board && shownBoard.key === key) return shownBoard.made;
  const { starts = {}, given = [], truth = [] } = guess;
  const [first] = state.guess;
  const open = truth.length ? [] : first ? starts[first] || [] : Object.keys(starts);
  const move = (spots) => (spots.length > 1 ? [{ start: spots[0], end: spots[1] }] : []);
  const chosen = first ? [first] : given;
  const made = { ...board, calm: true, lit: first || !given.length ? open : [], picked: chosen.slice(0, 1), arrows: truth.length ? move(truth) : move(given), hinted: truth.length === 1 ? truth : [] };
  Object.assign(shownBoard, { of: board, key, made });
  return made;
}

// -- what people do ------------------------------------------------------------------------------

app.board.onTouch = (spot) => {
  const { guess } = state.view || {};
  if (!guess || guess.kind !== "move") return void app.act("Touch", { spot, plies: (state.view || {}).plies });
  if ((guess.truth || []).length) return;
  const { starts = {} } = guess;
  const [first] = state.guess;
  if (first && (starts[first] || []).includes(spot)) app.guess([first, spot]);
  else if (starts[spot] && !starts[spot].length) app.guess([spot]);
  else state.guess = starts[spot] && spot !== first ? [spot] : [];
  render();
};
app.board.onConsider = (spot) => {
  if (state.view && state.view.active) app.act("Consider", { spot });
};
app.pieces.onContact = (contact) => app.act("Contact", contact);
app.pieces.onKey = (event) => {
  const turn = { ArrowLeft: { by: -1 }, ArrowRight: { by: 1 }, f: { flip: true } }[event.key];
  if (!turn || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  app.act("Turn", turn);
};

function roll() {
  state.rollingUntil = Date.now() + ROLL_SECONDS * 1000;
  setTimeout(render, ROLL_SECONDS * 1000 + 20);
}

function buzz(pattern) {
  if (navigator.vibrate) navigator.vibrate(pattern);
}

addEventListener("devicemotion", ({ acceleration }) => {
  if (acceleration && Math.hypot(acceleration.x || 0, acceleration.y || 0, acceleration.z || 0) > SHAKE) app.throwDice();
});

let lock = null;
async function stayAwake() {
  if (!navigator.wakeLock || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // The phone saves power; it may sleep.
  }
}
addEventListener("click", stayAwake);

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") return;
  if (state.view && state.view.private) state.covered = true;
  app.pieces.cancel();
  render();
});

setInterval(() => {
  const view = state.view || {};
  if (view.guess || view.seconds >= 0 || app.connection.state === "lost" || state.page === "host") render();
}, TICK_MILLISECONDS);

/** A name cut to what the table shows. */
function cut(name) {
  const letters = Intl.Segmenter ? [...new Intl.Segmenter().segment(name)].map((part) => part.segment) : [...name];
  return letters.slice(0, NAME_LENGTH).join("");
}

function socketOpens() {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    const answer = (good) => { clearTimeout(timer); resolve(good); socket.close(); };
    const timer = setTimeout(() => answer(false), 5000);
    socket.onopen = () => answer(true);
    socket.onerror = () => answer(false);
  });
}

function storageWorks() {
  try {
    localStorage.setItem("tabletop-check", "1");
    localStorage.removeItem("tabletop-check");
    return true;
  } catch {
    return false;
  }
}

async function loadWords(language) {
  for (let wait = 0.5; ; wait = Math.min(8, wait * 2)) {
    try {
      return await words.load(language);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }
}

async function start() {
  const path = /^\/j\/([^/]+)/.exec(location.pathname);
  state.token = path ? decodeURIComponent(path[1]) : memory.get("token") || "";
  if (location.hash === "#check") state.page = "check";
  if (location.hash === "#resume") state.page = "games";
  const loading = loadWords(memory.get("language") || likelyLanguage());
  if (state.page === "check") app.runChecks();
  else if (state.token) {
    words.language = memory.get("language") || likelyLanguage();
    app.restart();
  }
  await loading;
  render();
}

start();
