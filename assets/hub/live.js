// Keeps the parts of a page that carry data-live and an id as the server has them, without a reload. A part that
// somebody types in is left alone until they are done.
const parts = document.querySelectorAll("[data-live]");
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
          if (other && !typed && other.innerHTML !== part.dataset.shown) {
            part.dataset.shown = other.innerHTML;
            const key = part.contains(document.activeElement) ? document.activeElement.id : "";
            part.replaceChildren(...other.childNodes);
            if (key) document.getElementById(key)?.focus();
          }
        }
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
