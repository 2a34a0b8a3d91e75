// The pages of a phone: each makes its elements from what the table said.

import { h, s, slot } from "./dom.js";
import { die, icon, mark, mix, contrast, seatColours, smallPiece } from "./drawing.js";
import { LANGUAGES, clock } from "./words.js";

const SEAT_KEPT_SECONDS = 600;
const NAME_LENGTH = 12;
const REACTIONS = ["heart", "laugh", "wow", "bang", "star"];
const SWIPE_PIXELS = 40;

/** `app` is what pages need of main.js: `state`, `words`, `connection`, `send`, `change`, `act`. */
export function makePages(app) {
  const { state, words } = app;
  const say = (key, args) => words.say(key, args);

  // -- parts -------------------------------------------------------------------------------------

  const button = (label, onclick, { look = "", sign = "", note = "", key = label, disabled = false, ...rest } = {}) =>
    h("button", { type: "button", class: `btn ${look}`, "data-key": key, onclick, key, disabled, ...rest }, icon(sign), h("span", {}, label, note && h("small", {}, note)));

  const language = () =>
    h("label", { class: "chip", key: "language" }, icon("globe"), h("span", { class: "hidden" }, say("language")),
      h("select", { value: words.language, onchange: (event) => app.speak(event.target.value) },
        Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code }, name))));

  const ownPlate = () => state.you && (plates().find((plate) => plate.number === state.you.seat) || null);
  const plates = () => (state.view && state.view.seats && state.view.seats.length ? state.view.seats : (state.you && state.you.seats) || []);
  const occupant = (plate) => plate.name || plate.side;

  function plateBar({ line = "", right = null, menu = true } = {}) {
    const plate = ownPlate();
    const you = state.you || {};
    return h("header", { class: `plate ${plate ? "" : "watcher"}`, key: "plate" },
      plate ? mark(plate.mark) : icon(you.host && state.page === "host" ? "lock" : "eye"),
      h("div", { class: "grow" }, h("div", { class: "who" }, you.name || (plate ? plate.side : say("audience"))), line && h("div", { class: "line-2" }, line)),
      right,
      menu && h("button", { type: "button", class: "btn round", key: "menu", "aria-label": say("menu"), onclick: () => app.change({ page: "menu" }) }, icon("menu")));
  }

  const troubles = () =>
    app.connection.state === "lost" && h("p", { class: "banner", key: "banner" }, icon("again"), say("reconnecting"));

  function page(name, content, { plate = null, board = false, plates = null } = {}) {
    return { name, plate, board, plates, content: [troubles(), content] };
  }

  const wrap = (...content) => h("div", { class: "wrap" }, content);
  const end = (...content) => h("div", { class: "wrap push end" }, content);
  const choose = (choice, plies) => () => app.act("Choose", { key: choice.key, plies });

  // Dice have a button of their own.
  const offered = (view) => (view.choices || []).filter((choice) => !(view.dice && view.dice.throwable && choice.icon === "dice"));

  const choices = (view) =>
    offered(view).length > 0 && h("div", { class: "choices", key: "choices" }, offered(view).map((choice) =>
      button(choice.label, choose(choice, view.plies), { look: { main: "main", quiet: "quiet", danger: "danger" }[choice.style] || "", sign: choice.icon, note: choice.note, key: choice.key, disabled: choice.enabled === false })));

  /** Three buttons in a row: words that are longer than this need narrower letters. */
  const longWord = (label) => (label.split(/\s/).some((word) => word.length > 10) ? "long" : "");

  const tools = (view) =>
    view.tools && view.tools.length > 0 &&
    h("div", { class: "tools", key: "tools" }, view.tools.map((tool) => button(tool.label, choose(tool), { look: `col ${longWord(tool.label)}`, sign: tool.icon, key: tool.key, disabled: tool.enabled === false })));

  const question = (asked) =>
    h("section", { class: "card question", key: "question", role: "group", "aria-label": asked.text },
      h("p", { class: "big" }, h("b", {}, asked.text)),
      h("div", { class: "row" }, asked.no && button(asked.no.label, choose(asked.no), { look: "grow", key: "no" }), button(asked.yes.label, choose(asked.yes), { look: "main grow", key: "yes" })));

  /** What is to be done, or why something was refused. */
  function prompt(view) {
    if (view.warning) return h("div", { class: "why", key: "prompt" }, h("b", {}, view.prompt), view.note && h("small", {}, view.note));
    const words_ = [view.told && h("small", { class: "told" }, view.told), view.prompt && h("b", {}, view.prompt), view.note && h("small", {}, view.note)].filter(Boolean);
    return words_.length > 0 && h("div", { class: `prompt ${view.active ? "" : "rest"}`, key: "prompt" }, h("div", { class: "grow" }, words_));
  }

  function others(view) {
    const shown = (view.seats || []).filter((plate) => plate.number !== (state.you || {}).seat);
    return shown.length > 0 && h("ul", { class: "others", key: "others" }, shown.map((plate) =>
      h("li", { class: plate.active ? "acting" : "" }, smallPiece(plate), h("span", {}, h("b", {}, occupant(plate)),
        plate.active && h("span", { class: "hidden" }, say("seat.acting")), plate.taken === "away" && h("small", { class: "away" }, ` ${say("seat.away")}`)))));
  }

  const score = (view) =>
    view.score && h("div", { class: "right" }, h("div", { class: "points" }, String(view.score.points)), h("div", { class: "line-2" }, say("points")));

  const reactions = () =>
    state.you && state.you.reactions &&
    h("div", { class: "react", key: "react" }, REACTIONS.map((kind) =>
      h("button", { type: "button", class: "btn", key: kind, "aria-label": say(`react.${kind}`), disabled: Date.now() < state.reactAt, onclick: () => app.react(kind) }, icon(kind))));

  function ring(guess) {
    const left = Math.max(0, app.secondsLeft(guess.seconds));
    const around = 2 * Math.PI * 40;
    return h("div", { class: "ring", key: "ring", role: "timer", "aria-label": say("seconds_left", { n: Math.ceil(left) }) },
      s("svg", { viewBox: "0 0 92 92" }, s("circle", { cx: 46, cy: 46, r: 40, fill: "none", stroke: "#1F4150", "stroke-width": 10 }),
        s("circle", { cx: 46, cy: 46, r: 40, fill: "none", stroke: left < 4 ? "#FFB938" : "#F6F1E6", "stroke-width": 10, "stroke-linecap": "round", "stroke-dasharray": `${(around * left) / (guess.total || 1)} ${around}`, transform: "rotate(-90 46 46)" })),
      h("b", {}, String(Math.ceil(left))));
  }

  const seatChoice = (seats, chosen, pick) =>
    h("div", { class: "seats", key: "seats", role: "radiogroup", "aria-label": say("join.seats") }, seats.map((plate) =>
      h("button", { type: "button", key: `seat${plate.number}`, class: `seat ${plate === chosen ? "mine" : ""} ${plate.taken && plate !== chosen ? "taken" : ""}`, vars: seatColours(plate), role: "radio", "aria-checked": String(plate === chosen), onclick: () => pick(plate) },
        mark(plate.mark), h("span", {}, plate === chosen ? plate.side : occupant(plate), h("small", {}, seatStatus(plate, chosen))), plate === chosen && h("i", { class: "tick" }, icon("check")))));

  function seatStatus(plate, chosen) {
    if (plate === chosen) return say("join.you");
    if (plate.taken === "computer") return say("join.computer");
    if (plate.name) return say("join.is", { side: plate.side });
    return say(plate.free ? "join.free" : "join.ask");
  }

  const nameField = () => [
    h("label", { for: "name", key: "label" }, say("join.name")),
    h("input", { id: "name", key: "name", class: "field", maxlength: 64, autocomplete: "nickname", autocapitalize: "words", spellcheck: "false", enterkeyhint: "done", value: state.name, placeholder: say("join.letters", { n: NAME_LENGTH }),
      oninput: (event) => app.change({ name: event.target.value, problem: "" }) }),
  ];

  // -- saved games -------------------------------------------------------------------------------

  const day = (date) => (Date.parse(date) ? new Date(`${date}T12:00`).toLocaleDateString(words.language, { dateStyle: "long" }) : "");

  const resumeButton = (look = "") =>
    (state.you.resumes || state.games.length > 0) && button(say("games.head"), () => app.change({ page: "games", problem: "", deleting: "" }), { look, sign: "play", key: "games" });

  /** The games that this phone has the codes of; `open` if they can be looked up now. */
  function savedGames(open) {
    const row = ({ code, title, date }) => {
      const sure = state.deleting === code;
      const label = [h("b", {}, title), h("small", {}, [code, day(date)].filter(Boolean).join(" · "))];
      return h("li", { class: "guest", key: code },
        open ? h("button", { type: "button", class: "guest grow", key: "open", onclick: () => app.findGame(code) }, icon("play"), h("span", { class: "grow" }, label)) : h("span", { class: "grow" }, label),
        h("button", { type: "button", class: `btn small ${sure ? "danger" : ""}`, key: "delete", "aria-label": say(sure ? "games.sure" : "games.delete", { title, code }), onclick: () => (sure ? app.keepGames(state.games.filter((game) => game.code !== code)) : app.change({ deleting: code })) },
          sure ? say("games.sure") : icon("close")));
    };
    return state.games.length > 0 && h("section", { key: "saved", "aria-labelledby": "saved-head" },
      h("h2", { id: "saved-head" }, say("games.list")), h("ul", { class: "card list" }, state.games.map(row)));
  }

  function games() {
    return page("resume", [
      wrap(h("div", { class: "top line between" }, button(say("back"), () => app.change({ page: "", problem: "" }), { look: "quiet", sign: "back", key: "back" }), language())),
      h("form", { class: "wrap", key: "form", onsubmit: (event) => { event.preventDefault(); app.findGame(state.gameCode); } },
        h("h1", { tabindex: "-1" }, say("games.head")), h("label", { for: "game", class: "dim" }, say("games.ask")),
        h("input", { id: "game", key: "game", class: "field", maxlength: 16, autocomplete: "off", autocapitalize: "characters", autocorrect: "off", spellcheck: "false", enterkeyhint: "go", value: state.gameCode,
          oninput: (event) => app.change({ gameCode: event.target.value.toUpperCase().replace(/[^A-Z0-9:]/g, ""), problem: "" }) }),
        state.problem && h("p", { class: "why", key: "problem" }, h("b", {}, state.problem)),
        h("button", { type: "submit", class: "btn main", key: "go", disabled: state.gameCode.length < 5 }, say("games.show"))),
      h("div", { class: "wrap end", key: "list" }, savedGames(true)),
    ]);
  }

  function found() {
    const { you } = state;
    const { code: key, title, date, text, seats = [], board, ready, note } = you.found;
    const chosen = seats.find((plate) => plate.number === state.wanted);
    return page("found", [
      wrap(h("div", { class: "top line between" }, button(say("back"), () => app.change({ page: "games", problem: "" }), { look: "quiet", sign: "back", key: "back" }), h("b", { class: "chip" }, key))),
      wrap(h("h1", { tabindex: "-1" }, title), h("p", {}, text, day(date) && ` ${say("games.saved_on", { date: day(date) })}`)),
      board && boardRoom(app.board, "flat"),
      wrap(!you.joined && nameField(), h("p", { key: "pick" }, say("games.seat")),
        seatChoice(seats, chosen, (plate) => app.change({ wanted: plate === chosen ? null : plate.number }))),
      end(you.refused && h("p", { class: "why", key: "problem" }, h("b", {}, you.refused)),
        !ready && !you.refused && h("div", { class: "prompt", key: "note" }, note),
        h("button", { type: "button", class: "btn main", key: "resume", disabled: !ready, onclick: () => app.resumeGame() }, h("span", {}, say("games.resume"), ready && h("small", {}, note))),
        h("p", { class: "dim centre", key: "or" }, say("games.or", { code: key }))),
    ], { board: board || false, plates: seats });
  }

  function saved() {
    return page("saved", [
      h("div", { class: "wrap grow centre" }, h("div", { class: "emblem" }, icon("check")), h("h1", { tabindex: "-1" }, say("games.saved")), h("p", { class: "saved-code" }, state.you.saved.code), h("p", { class: "big dim" }, say("games.keep"))),
      end(button(say("ok"), () => app.change({ page: "" }), { look: "main", key: "ok" })),
    ], { plate: plateBar({ line: state.you.saved.title, menu: false }) });
  }

  // -- joining -----------------------------------------------------------------------------------

  function code() {
    return page("code", [
      wrap(h("div", { class: "top line between" }, h("span", {}), language())),
      h("form", { class: "wrap grow", key: "form", onsubmit: (event) => { event.preventDefault(); app.enterCode(); } },
        h("h1", { tabindex: "-1" }, say("code.head")), h("p", { class: "big dim" }, say("code.where")),
        h("label", { for: "code", class: "hidden" }, say("code.label")),
        h("input", { id: "code", key: "code", class: "field code", maxlength: 4, autocomplete: "off", autocapitalize: "characters", autocorrect: "off", spellcheck: "false", inputmode: "text", enterkeyhint: "go", value: state.code,
          oninput: (event) => app.change({ code: event.target.value.toUpperCase().replace(/[^A-Z]/g, "") }) }),
        state.problem && h("p", { class: "why", key: "problem" }, h("b", {}, state.problem)),
        savedGames(false),
        h("div", { class: "push end" }, h("button", { type: "submit", class: "btn main", key: "go", disabled: state.code.length < 4 }, say("code.go")))),
    ]);
  }

  function join() {
    const { you } = state;
    const chosen = you.seats.find((plate) => plate.number === state.seat) || null;
    const head = chosen ? say("join.you_are", { side: chosen.side }) : say("join.take_seat");
    return {
      name: "join", colours: seatColours(chosen),
      content: [
        troubles(),
        h("div", { class: "huge", key: "huge" }, chosen ? mark(chosen.mark, "fill") : null),
        h("div", { class: "wrap top", key: "top" }, h("div", { class: "line between" }, you.title && h("span", { class: "chip" }, icon("people"), h("span", {}, you.title)), language())),
        h("form", { class: "wrap grow", key: "form", onsubmit: (event) => { event.preventDefault(); app.sit(state.seat); } },
          h("h1", { key: "head", tabindex: "-1" }, head),
          nameField(),
          you.seats.length > 0 && h("p", { key: "pick" }, say("join.pick")),
          seatChoice(you.seats, chosen, app.pickSeat),
          (state.problem || you.refused) && h("p", { class: "why", key: "problem" }, h("b", {}, state.problem || you.refused)),
          h("div", { class: "push end", key: "end" },
            h("button", { type: "submit", class: "btn main", key: "sit", disabled: !chosen }, chosen && !chosen.free && chosen.number !== you.seat ? say("join.ask_seat") : say("join.sit")),
            button(say("join.watch"), () => app.sit(null), { look: "watch", sign: "eye", key: "watch" }),
            savedGames(true), resumeButton("watch"))),
      ],
    };
  }

  function menu() {
    const { you } = state;
    return page("menu", [
      wrap(h("div", { class: "top line between" }, button(say("back"), () => app.change({ page: "" }), { look: "quiet", sign: "back", key: "back" }), language())),
      h("div", { class: "wrap grow" }, h("h1", { tabindex: "-1" }, say("menu")), state.view && state.view.goal && h("p", { class: "card" }, state.view.goal),
        button(say("menu.seat"), () => app.change({ page: "join", seat: you.seat, name: you.name }), { sign: "person" }),
        you.host ? button(say("menu.host"), () => app.change({ page: "host" }), { sign: "lock" }) : button(say("menu.claim"), () => app.change({ page: "claim", pin: "" }), { sign: "lock" }),
        resumeButton(),
        button(say("menu.check"), () => app.change({ page: "check" }), { sign: "wifi" })),
    ], { plate: plateBar({ line: you.title, menu: false }) });
  }

  // -- the table shows something else ------------------------------------------------------------

  function wait(view) {
    const body = view || { title: say("wait.head"), text: say("wait.text") };
    const plate = ownPlate();
    return page("wait", [
      h("div", { class: "wrap grow centre" }, h("div", { class: "emblem", key: "emblem" }, plate ? mark(plate.mark, "fill") : icon("eye")), h("h1", { tabindex: "-1" }, body.title), body.text && h("p", { class: "big dim" }, body.text)),
      end(choices(body), !plate && resumeButton(), reactions()),
    ], { plate: plateBar({ line: plate ? plate.side : state.you.title, right: body.score && score(body) }) });
  }

  // -- a match -----------------------------------------------------------------------------------

  function boardPage(view) {
    const seated = state.you && state.you.seat !== null && state.you.seat !== undefined;
    const guess = view.guess;
    const plate = ownPlate();
    const head = view.head || (plate ? plate.side : "");
    const audience = !seated && view.score ? say("audience.place", { place: view.score.place, of: view.score.of }) : head;
    const spoken = guess && guess.kind === "move";
    return page(`match ${view.dice && view.dice.throwable ? "with-tray" : ""} ${seated ? "" : "audience"}`, [
      wrap(guess ? h("div", { class: "line between asked", key: "asked" }, h("h1", { tabindex: "-1" }, guess.question || say("guess.move")), ring(guess)) : others(view)),
      view.dice && view.dice.throwable && tray(view),
      boardRoom(app.board),
      view.dice && !view.dice.throwable && dice(view.dice),
      h("div", { class: "wrap ask", key: "ask" },
        spoken ? guessLine(guess) : guess ? null : prompt(view),
        view.dice && view.dice.throwable && h("button", { type: "button", class: "btn main throw", key: "throw", "aria-disabled": String(app.throwing()), onclick: () => app.throwDice() }, h("span", { class: "line" }, icon("dice"), say("dice.throw")), h("small", {}, say("dice.swipe"))),
        view.question ? question(view.question) : choices(view)),
      guess && guess.kind === "name" && answers(guess),
      end(!view.question && tools(view), reactions()),
    ], { plate: plateBar({ line: audience, right: view.clock ? h("div", { class: "clock" }, view.clock) : score(view) }), board: true });
  }

  const placed = (spot) => h("b", {}, app.board.placeName(spot));
  const boardRoom = (component, look = "") => h("div", { class: `board-room ${look}`, key: "board", vars: { "--ratio": component.ratio } }, slot(component));

  function guessLine(guess) {
    const { given = [], truth = [] } = guess;
    const mine = given.length ? given : state.guess;
    let content = say("guess.touch_first");
    if (truth.length && guess.gained) content = say("guess.right", { n: guess.gained });
    else if (truth.length) content = say("guess.wrong");
    else if (given.length > 1) content = words.parts("guess.given", { first: placed(given[0]), last: placed(given[1]) });
    else if (given.length) content = words.parts("guess.given_one", { place: placed(given[0]) });
    else if (mine.length) content = say("guess.touch_last");
    return h("div", { class: "prompt rest", key: "prompt" }, h("span", {}, content, !truth.length && h("small", {}, say("guess.worth", { n: guess.worth }))));
  }

  function answers(guess) {
    const { given = [], truth = [] } = guess;
    return wrap(h("div", { class: "answers", key: "answers", role: "group", "aria-label": say("guess.answers") }, (guess.answers || []).map((answer) =>
      button(answer, () => app.guess([answer]), { key: answer, look: truth.includes(answer) ? "right-answer" : given.includes(answer) ? "cream" : "", sign: truth.includes(answer) || given.includes(answer) ? "check" : "", disabled: truth.length > 0, "aria-pressed": String(given.includes(answer)) }))),
    h("div", { class: "prompt rest", key: "worth" }, truth.length ? say(guess.gained ? "guess.right" : "guess.wrong", { n: guess.gained || 0 }) : say("guess.worth", { n: guess.worth })));
  }

  function dicePicture(state_, height) {
    const values = state_.values && state_.values.length ? state_.values : [1, 6];
    const step = 300 / Math.max(values.length, 2);
    return s("svg", { viewBox: `0 0 340 ${height}`, class: app.rolling() ? "rolling" : "", role: "img", "aria-label": values.join(", ") },
      values.map((value, n) => die(value, 170 + (n - (values.length - 1) / 2) * step * 0.9, height * (0.46 + (n % 2) * 0.05), Math.min(110, step * 0.72), n % 2 ? 14 : -9)));
  }

  function tray(view) {
    return h("div", { class: "wrap", key: "tray" },
      h("div", { class: "tray", key: "felt", onpointerdown: (event) => { state.swipe = [event.clientX, event.clientY]; },
        onpointermove: (event) => { if (state.swipe && Math.hypot(event.clientX - state.swipe[0], event.clientY - state.swipe[1]) > SWIPE_PIXELS) app.throwDice(); },
        onpointerup: () => { state.swipe = null; } }, dicePicture(view.dice, 170)));
  }

  const dice = (thrown) =>
    thrown.values && thrown.values.length > 0 &&
    h("div", { class: `wrap thrown ${thrown.lying ? "" : "old"}`, key: "thrown" }, h("div", { class: "pair" }, dicePicture(thrown, 150)), thrown.total ? h("b", { class: "sum" }, String(thrown.total)) : null);

  function result(view) {
    const plate = ownPlate();
    return page("result", [
      wrap(h("div", { class: `headline ${view.won ? "won" : ""}`, key: "headline" }, view.won ? icon("star") : null, h("div", {}, h("h1", { tabindex: "-1" }, view.headline), view.line && h("p", { class: "dim" }, view.line)))),
      view.board && boardRoom(app.board),
      wrap(others(view)),
      end(choices(view), view.take_home && h("a", { class: "btn", href: view.take_home, key: "home", target: "_blank", rel: "noopener" }, icon("save"), h("span", {}, say("result.take_home"))), reactions()),
    ], { plate: plateBar({ line: plate ? plate.side : view.title, right: score(view) }), board: Boolean(view.board) });
  }

  // -- pieces ------------------------------------------------------------------------------------

  function piecesPage(view) {
    const plate = ownPlate();
    const flat = view.guess || !plate; // who watches has a smaller board, with a question or without one
    const over = view.hides && app.secondsLeft(view.seconds, view.ticking) <= 0;
    const hidden = view.curtain || over || (view.private && state.covered);
    const curtain = () => view.curtain || over
      ? h("div", { class: "cover", key: "curtain" }, h("b", {}, view.curtain || say("pieces.over")))
      : h("button", { type: "button", class: "cover", key: "cover", onclick: () => app.change({ covered: false }) }, icon("hidden"), h("b", {}, say("pieces.show")));
    const turn = (fields) => () => app.act("Turn", fields);
    const any = (view.pieces || []).length > 0;
    return page(plate ? "pieces" : "pieces audience", [
      wrap(view.private ? h("div", { class: "veil", key: "veil" }, icon("hidden"), h("span", {}, h("b", {}, say("pieces.private")), " ", say("pieces.curtain"))) : null,
        view.guess ? h("div", { class: "line between asked", key: "asked" }, h("h1", { tabindex: "-1" }, view.guess.question || say("guess.name")), ring(view.guess)) : !plate && others(view)),
      hidden ? curtain() : boardRoom(app.pieces, flat ? "flat" : "mat-room"),
      h("div", { class: "wrap ask", key: "ask" }, prompt(view),
        view.active && any && !hidden && h("div", { class: "tools", key: "turns" }, button(say("pieces.left"), turn({ by: -1 }), { look: "col", sign: "left" }), button(say("pieces.right"), turn({ by: 1 }), { look: "col", sign: "right" }), button(say("pieces.flip"), turn({ flip: true }), { look: "col", sign: "flip" })),
        view.entry && h("form", { class: "row", key: "entry", onsubmit: (event) => { event.preventDefault(); app.act("Write", { text: state.text ?? view.entered ?? "" }); } },
          h("label", { class: "grow" }, h("span", { class: "small" }, view.entry), h("input", { class: "field", key: "text", maxlength: 64, autocomplete: "off", enterkeyhint: "done", value: state.text ?? view.entered ?? "", oninput: (event) => { state.text = event.target.value; } })),
          h("button", { type: "submit", class: "btn cream" }, icon("check"), h("span", { class: "hidden" }, say("ok")))),
        view.question && question(view.question)),
      view.guess && view.guess.kind === "name" && answers(view.guess),
      end(!view.question && choices(view), !view.question && tools(view), reactions()),
    ], { plate: plateBar({ line: view.head || (plate ? plate.side : ""), right: view.seconds >= 0 ? h("div", { class: "clock" }, clock(app.secondsLeft(view.seconds, view.ticking))) : score(view) }) });
  }

  // -- the host ----------------------------------------------------------------------------------

  function claim() {
    return page("claim", [
      wrap(h("div", { class: "top line between" }, button(say("back"), () => app.change({ page: "menu" }), { look: "quiet", sign: "back", key: "back" }))),
      h("form", { class: "wrap grow", key: "form", onsubmit: (event) => { event.preventDefault(); app.host("claim", { text: state.pin }); } },
        h("h1", { tabindex: "-1" }, say("host.claim")), h("p", { class: "dim" }, say("host.claim_why")), h("label", { for: "pin" }, say("host.pin")),
        h("input", { id: "pin", key: "pin", class: "field", type: "password", inputmode: "numeric", autocomplete: "off", maxlength: 32, value: state.pin, oninput: (event) => app.change({ pin: event.target.value }) }),
        state.you.refused && h("p", { class: "why", key: "problem" }, h("b", {}, state.you.refused)),
        h("div", { class: "push end" }, h("button", { type: "submit", class: "btn main", key: "go", disabled: !state.pin }, say("host.go")))),
    ], { plate: plateBar({ menu: false }) });
  }

  const knob = (label, sign, on, command) =>
    h("button", { type: "button", class: "guest", key: command, role: "switch", "aria-checked": String(on), onclick: () => app.host(command, { text: on ? "off" : "on" }) }, icon(sign), h("span", { class: "grow" }, label), h("i", { class: `knob ${on ? "on" : ""}` }));

  function hostPage() {
    const panel = state.you.panel || { text: state.you.title };
    const { guests = [], games = [] } = panel;
    const next = games.find((game) => game.key === panel.next);
    const watchers = guests.filter((guest) => guest.seat === null || guest.seat === undefined);
    const seated = guests.filter((guest) => !watchers.includes(guest));
    const moving = guests.find((guest) => guest.phone === state.moving);
    const seatOf = (guest) => state.you.seats.find((plate) => plate.number === guest.seat);
    const remote = (key, sign) => h("button", { type: "button", class: `btn round ${key}`, key, "aria-label": say(`remote.${key}`), onclick: () => app.act("Remote", { key }) }, sign ? icon(sign) : h("b", {}, say("ok")));
    const row = (guest) => [
      h("div", { class: "guest", key: `guest${guest.phone}` }, seatOf(guest) ? smallPiece(seatOf(guest)) : icon("eye"),
        h("span", { class: "grow" }, h("b", {}, guest.name || say("host.nameless")), guest.away >= 0 && h("small", { class: "away" }, say("host.away", { time: clock(app.secondsSince(guest.away)) }))),
        button(say("host.move"), () => app.change({ moving: state.moving === guest.phone ? 0 : guest.phone, putting: 0 }), { look: "small", key: "move" }),
        button(state.putting === guest.phone ? say("host.sure") : say("host.put_out"), () => (state.putting === guest.phone ? (app.host("put_out", { number: guest.phone }), app.change({ putting: 0 })) : app.change({ putting: guest.phone, moving: 0 })), { look: state.putting === guest.phone ? "small danger" : "small", key: "out" })),
      guest === moving && h("div", { class: "moves", key: `moves${guest.phone}` }, state.you.seats.filter((plate) => plate.number !== guest.seat).map((plate) => button(plate.side, () => { app.host("move", { number: guest.phone, seat: plate.number }); app.change({ moving: 0 }); }, { look: "small", key: `to${plate.number}` })),
        guest.seat !== null && guest.seat !== undefined && button(say("host.watch"), () => { app.host("move", { number: guest.phone, seat: null }); app.change({ moving: 0 }); }, { look: "small", key: "to watch" })),
    ];
    return page("host", h("div", { class: "wrap grow" },
      h("div", { class: "row", key: "top" },
        panel.paused ? button(say("host.resume"), () => app.host("resume"), { look: "main grow", sign: "play", key: "pause" }) : button(say("host.pause"), () => app.host("pause"), { look: "main grow", sign: "pause", key: "pause" }),
        button(panel.blanked ? say("host.show") : say("host.blank"), () => app.host("blank", { text: panel.blanked ? "off" : "on" }), { look: "grow tall-btn", sign: "moon", key: "blank" })),
      h("label", { class: "card line", key: "volume" }, icon("quiet"), h("span", { class: "hidden" }, say("host.volume")),
        h("input", { type: "range", min: 0, max: 100, step: 5, class: "grow", value: panel.volume || 0, onchange: (event) => app.host("volume", { number: Number(event.target.value) }) }), icon("loud")),
      games.length > 0 && [h("h2", { key: "next" }, next ? say("host.next_is", { game: next.title }) : say("host.next")),
        h("div", { class: "games", key: "games" }, games.map((game) => h("button", { type: "button", key: game.key, class: `btn game ${game === next ? "next" : ""}`, "aria-pressed": String(game === next), vars: gameColours(game.colour), onclick: () => app.host("next", { text: game.key }) }, game.title)))],
      h("h2", { key: "remote-head" }, say("host.remote")),
      h("div", { class: "remote", key: "remote" }, remote("up", "north"), remote("left", "earlier"), remote("ok"), remote("right", "later"), remote("down", "south"), remote("back", "undo"), remote("menu", "menu")),
      h("h2", { key: "seats-head" }, say("host.seats")),
      h("div", { class: "card list", key: "guests" }, seated.map(row),
        h("button", { type: "button", class: "guest", key: "watchers", "aria-expanded": String(state.names), disabled: !watchers.length, onclick: () => app.change({ names: !state.names }) }, icon("people"), h("b", { class: "grow" }, say("host.watching", { n: watchers.length })), watchers.length > 0 && icon(state.names ? "north" : "south")),
        state.names && watchers.map(row),
        knob(say("host.reactions"), "heart", Boolean(panel.reactions), "reactions"), knob(say("host.joining"), "phone", Boolean(panel.joining), "joining")),
      h("div", { class: "push end" })),
    { plate: h("header", { class: "plate watcher", key: "plate" }, icon("lock"), h("div", { class: "grow" }, h("div", { class: "who" }, say("host")), panel.text && h("div", { class: "line-2" }, panel.text)), button(say("back"), () => app.change({ page: "" }), { look: "plain-btn", sign: "back", key: "back" })) });
  }

  function gameColours(colour) {
    let face = /^#[0-9a-f]{6}$/i.test(colour) ? colour : "#2B5566";
    const ink = ["#ffffff", "#0d1b24"].sort((a, b) => contrast(b, face) - contrast(a, face))[0];
    while (contrast(ink, face) < 4.6) face = mix(face, ink === "#ffffff" ? "#000000" : "#ffffff", 0.06);
    return { "--seat": face, "--seat-edge": mix(face, "#000000", 0.42), "--on": ink };
  }

  // -- no connection -----------------------------------------------------------------------------

  const help = () => ["wifi", "guest", "data"].map((name, n) =>
    h("div", { class: "card todo", key: name }, h("span", { class: "n" }, String(n + 1)), h("div", {}, h("b", {}, say(`reach.${name}`)), h("span", {}, say(`reach.${name}_why`)))));

  function unreachable() {
    const { lostAt, retryAt } = app.connection;
    const kept = SEAT_KEPT_SECONDS - (Date.now() - lostAt) / 1000;
    const plate = ownPlate();
    const again = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
    return { name: "unreachable", content: h("div", { class: "wrap grow" },
      reachPicture(plate), h("h1", { tabindex: "-1" }, say("reach.head")),
      plate && kept > 0 && h("div", { class: "prompt rest keep" }, icon("lock"), h("span", {}, words.parts("reach.kept", { time: h("b", {}, clock(kept)), name: state.you.name || plate.side }))),
      help(), plate && h("p", { class: "dim centre" }, say("reach.table")),
      h("div", { class: "push end" }, h("button", { type: "button", class: "btn main", key: "retry", onclick: () => app.connection.wake() }, h("span", { class: "line" }, icon("again"), say("reach.again")), h("small", {}, again ? say("reach.next", { n: again }) : say("reach.trying"))))) };
  }

  function reachPicture(plate) {
    const colour = plate ? plate.face : "#2A6BE0";
    return s("svg", { class: "reach-picture", viewBox: "0 0 360 132", "aria-hidden": "true" },
      s("rect", { x: 36, y: 18, width: 58, height: 104, rx: 13, fill: "#0A161D" }), s("rect", { x: 36, y: 12, width: 58, height: 104, rx: 13, fill: "#F6F1E6" }), s("rect", { x: 42, y: 22, width: 46, height: 80, rx: 5, fill: colour }),
      s("circle", { cx: 65, cy: 62, r: 13, fill: plate ? plate.inlay : "#F6F1E6" }), s("path", { d: "M112 64h40M210 64h40", stroke: "#A9BEC4", "stroke-width": 7, "stroke-linecap": "round", "stroke-dasharray": "2 14" }),
      s("circle", { cx: 181, cy: 64, r: 25, fill: "#FF7A5C" }), s("path", { d: "M171 54l20 20m0-20l-20 20", stroke: "#2B0F08", "stroke-width": 7, "stroke-linecap": "round" }),
      s("rect", { x: 258, y: 40, width: 86, height: 60, rx: 12, fill: "#6B4526" }), s("rect", { x: 258, y: 32, width: 86, height: 60, rx: 12, fill: "#DDB883" }), s("path", { d: "M266 40h70v44h-70z", fill: "#B98B57" }),
      s("path", { d: "M289 40v44M312 40v44M266 55h70M266 70h70", stroke: "#6B4526", "stroke-width": 2 }));
  }

  function check() {
    const rows = app.checks.map(({ name, state: outcome, detail }) =>
      h("div", { class: "guest", key: name, "data-outcome": outcome }, icon({ good: "check", bad: "close", waiting: "clock" }[outcome]), h("span", { class: "grow" }, h("b", {}, say(`check.${name}`)), h("small", {}, say(`check.${outcome}`), detail && ` ${detail}`))));
    const bad = app.checks.some((test) => test.state === "bad");
    const waiting = app.checks.some((test) => test.state === "waiting");
    return page("check", [
      wrap(h("div", { class: "top line between" }, state.you || state.token ? button(say("back"), () => app.change({ page: "" }), { look: "quiet", sign: "back", key: "back" }) : h("span", {}), language())),
      h("div", { class: "wrap grow" }, h("h1", { tabindex: "-1" }, say(waiting ? "check.head" : bad ? "check.head_bad" : "check.head_good")), h("div", { class: "card list" }, rows), bad && help(),
        h("div", { class: "push end" }, button(say("check.again"), () => app.runChecks(), { look: bad ? "main" : "", sign: "again", key: "again" }))),
    ]);
  }

  function ended() {
    const why = state.ended;
    return { name: "ended", content: [h("div", { class: "wrap grow centre" }, h("div", { class: "emblem" }, icon(why === "put_out" ? "out" : "phone")), h("h1", { tabindex: "-1" }, say(`ended.${why}`)), h("p", { class: "big dim" }, say(`ended.${why}_why`))),
      end(h("button", { type: "button", class: "btn main", key: "again", onclick: () => app.restart() }, say(why === "moved" ? "ended.use_here" : "reach.again")))] };
  }

  const opening = () => ({ name: "opening", content: h("div", { class: "opening", key: "opening" }, h("p", { class: "big" }, say("connecting"))) });

  return { code, join, games, found, saved, menu, wait, board: boardPage, result, pieces: piecesPage, claim, host: hostPage, unreachable, check, ended, opening };
}
