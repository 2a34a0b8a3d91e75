// Shows one page of the projector after the other. Live updates set the pages as the server has them, which knows
// nothing of the page that is shown: it is shown again at once.
const main = document.getElementById("pages");
const seconds = Number(main.dataset.seconds);
let at = 0;

function show() {
  const pages = [...main.querySelectorAll("section")];
  if (at >= pages.length) at = 0;
  pages.forEach((page, number) => {
    if (page.hidden !== (number !== at)) page.hidden = number !== at;
    const dots = page.querySelector(".dots");
    if (!dots || number !== at) return;
    if (dots.childElementCount !== pages.length) {
      dots.replaceChildren(...pages.map(() => document.createElement("i")));
    }
    [...dots.children].forEach((dot, index) => {
      if (dot.classList.contains("on") !== (index === at)) dot.classList.toggle("on");
    });
  });
}

new MutationObserver(show).observe(main, { childList: true, subtree: true, attributeFilter: ["hidden", "class"] });
setInterval(() => { at += 1; show(); }, seconds * 1000);
show();
