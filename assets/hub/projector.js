// Shows one page of the projector after the other. Live updates replace the pages; the place is kept.
const main = document.getElementById("pages");
const seconds = Number(main.dataset.seconds);
let at = 0;

function show() {
  const pages = [...main.querySelectorAll("section")];
  if (at >= pages.length) at = 0;
  pages.forEach((page, number) => {
    page.hidden = number !== at;
    const dots = page.querySelector(".dots");
    if (dots && dots.childElementCount !== pages.length) {
      dots.replaceChildren(...pages.map(() => document.createElement("i")));
    }
    if (dots) [...dots.children].forEach((dot, index) => dot.classList.toggle("on", index === at));
  });
}

new MutationObserver(show).observe(main, { childList: true });
setInterval(() => { at += 1; show(); }, seconds * 1000);
show();
