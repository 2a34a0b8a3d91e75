// Keeps the parts of a page that carry data-live and an id as the server has them, without a reload. Only what differs
// is changed, so a button that is being pressed stays; a part that somebody types in is left alone until they are done.
const parts = document.querySelectorAll("[data-live]");
const KEPT = ["open"]; // attributes that belong to the viewer

function sameKind(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.id || "") === (other.id || "");
}

/** Makes a node as another one is. */
function update(node, fresh) {
  if (node.isEqualNode(fresh)) return;
  if (node.nodeType !== Node.ELEMENT_NODE) { node.nodeValue = fresh.nodeValue; return; }
  for (const { name } of [...node.attributes]) if (!fresh.hasAttribute(name) && !KEPT.includes(name)) node.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  updateChildren(node, fresh);
}

function updateChildren(node, fresh) {
  const named = new Map([...node.children].filter((child) => child.id).map((child) => [child.id, child]));
  let at = node.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const known = wanted.id ? named.get(wanted.id) : at && !at.id && sameKind(at, wanted) ? at : null;
    if (known && sameKind(known, wanted)) {
      if (known === at) at = at.nextSibling;
      else node.insertBefore(known, at);
      update(known, wanted);
    } else node.insertBefore(document.importNode(wanted, true), at);
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

// A question that opens below the fold is seen.
document.addEventListener("toggle", (event) => {
  if (event.target.open && event.target.matches("details.ask")) event.target.scrollIntoView({ block: "nearest" });
}, true);

if (parts.length) {
  const lost = document.getElementById("lost");
  let busy = false, again = false;

  async function refresh() {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch(location.href, { headers: { "Hub-Part": "1" } });
      if (answer.redirected) { location.reload(); return; }
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        for (const part of document.querySelectorAll("[data-live]")) {
          const other = fresh.getElementById(part.id);
          const typed = document.activeElement?.matches("input, select, textarea") && part.contains(document.activeElement);
          if (other && !typed) updateChildren(part, other);
        }
        const title = document.getElementById("page-title"); // changes with what the page tells
        if (title) document.title = title.getAttribute("value");
      }
    } catch { /* the event source tells that the hub is away */ }
    busy = false;
    if (again) { again = false; refresh(); }
  }

  const source = new EventSource("/live");
  source.onmessage = () => { if (lost) lost.hidden = true; refresh(); };
  source.onerror = () => { if (lost) lost.hidden = false; };
  setInterval(refresh, 30_000); // ages, and tables that were lost
}
