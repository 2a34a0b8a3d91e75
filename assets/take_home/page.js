/* The page to take home: steps through a match, and saves itself. */
(() => {
  "use strict";
  const SECONDS = 1.1; // for each ply while it plays
  const root = document.documentElement, $ = id => document.getElementById(id);
  const source = "<!doctype html>\n" + root.outerHTML.replace("<html ", "<html data-saved ");
  const { file, match } = JSON.parse($("data").textContent);

  function save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([source], { type: "text/html" }));
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
  if (/^https?:$/.test(location.protocol)) document.querySelector(".save").hidden = false;
  $("save").onclick = save;
  if (!match) return;

  const { diagram, looks, start, words, plies, line, points, labels } = match;
  diagram.tiles = diagram.tiles.flatMap(([like, places]) => Object.entries(places).map(([spot, centre]) => ({ spot, centre, ...like })));
  const board = makeBoard($("board"), diagram, looks), last = plies.length;
  const standing = [start]; // pieces by spot after each ply
  for (const [, , changes] of plies) {
    const pieces = { ...standing[standing.length - 1] };
    for (const [spot, letter] of Object.entries(changes)) if (letter) pieces[spot] = letter; else delete pieces[spot];
    standing.push(pieces);
  }

  let at = last, timer = 0;
  const buttons = [...document.querySelectorAll(".points button")], track = $("at");
  $("marks").replaceChildren(...points.map(point => {
    const diamond = document.createElement("i");
    diamond.style.left = 100 * point / Math.max(1, last) + "%";
    return diamond;
  }));

  function show() {
    const ply = at ? plies[at - 1] : null, number = document.createElement("b");
    const said = ply ? words[ply[0]] : labels.start;
    board.show({ pieces: standing[at], moved: ply ? ply[3] : [], line: at === last ? line : [] });
    board.svg.setAttribute("aria-label", labels.board);
    number.textContent = ply ? ply[1] + "." : "";
    $("said").replaceChildren(...(ply ? [number, said] : [said]));
    track.value = at;
    track.parentNode.style.setProperty("--at", 100 * at / Math.max(1, last) + "%");
    track.setAttribute("aria-valuetext", ply ? `${ply[1]}. ${said}` : said);
    $("first").disabled = $("back").disabled = at === 0;
    $("on").disabled = $("last").disabled = at === last;
    buttons.forEach((button, i) => button.setAttribute("aria-current", points[i] === at));
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    $("play").classList.remove("playing");
    $("play").setAttribute("aria-label", labels.play);
  }
  function go(to) {
    stop();
    at = Math.min(last, Math.max(0, to));
    show();
  }
  function play() {
    if (timer) return stop();
    if (at === last) at = 0;
    show();
    timer = setInterval(() => {
      at += 1;
      if (at === last) stop();
      show();
    }, 1000 * SECONDS);
    $("play").classList.add("playing");
    $("play").setAttribute("aria-label", labels.pause);
  }

  $("first").onclick = () => go(0);
  $("back").onclick = () => go(at - 1);
  $("on").onclick = () => go(at + 1);
  $("last").onclick = () => go(last);
  $("play").onclick = play;
  track.oninput = () => go(+track.value);
  buttons.forEach((button, i) => { button.onclick = () => { go(points[i]); $("board").scrollIntoView({ block: "nearest" }); }; });
  addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(last) };
    if (event.key === " " && event.target.tagName !== "BUTTON") steps[" "] = play;
    const act = steps[event.key];
    if (act) { act(); event.preventDefault(); }
  });
  show();
})();
