// Elements, and pages that change in place.
//
// A page is built anew for every change and then compared with what is shown: elements that are
// still there stay, and with them the focus, a running transition, the text that is being typed.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. Of `props`, `on…` functions are listeners, `vars` are custom CSS properties,
 *  `key` names the element among its siblings, `value` and `checked` are set as properties. */
export function h(tag, props, ...children) {
  return build(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

/** The place of a component, an object with its own `element`, which the page leaves alone. */
export function slot(component) {
  const place = document.createComment("");
  place.component = component.element;
  return place;
}

/** Makes `parent` contain these children. */
export function show(parent, ...children) {
  const fresh = document.createDocumentFragment();
  append(fresh, children);
  merge(parent, fresh);
}

function build(element, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) (element.listeners ||= {})[name] = element[name] = value;
    else if (name === "vars") for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else if (name === "key") element.key = value;
    else if (name === "value" || name === "checked") (element.live ||= {})[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  append(element, children);
  Object.assign(element, element.live);
  return element;
}

function append(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    parent.append(child);
  }
}

const alike = (old, fresh) =>
  old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && old.key === fresh.key;

function merge(parent, fresh) {
  const keyed = new Map();
  for (const child of parent.childNodes) if (child.key !== undefined) keyed.set(child.key, child);
  let at = parent.firstChild;
  for (const next of [...fresh.childNodes]) {
    let match = null;
    if (next.component) match = next.component;
    else if (next.key !== undefined) match = keyed.get(next.key);
    else if (at && !at.isComponent && alike(at, next)) match = at;
    if (match && !next.component && !alike(match, next)) match = null;
    if (match && match === at) at = at.nextSibling;
    else parent.insertBefore(match || next, at);
    if (next.component) match.isComponent = true;
    else if (match) update(match, next);
    else fill(next);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** Puts the components into a new element; those of an old one are placed by `merge`. */
function fill(element) {
  for (const child of [...element.childNodes]) {
    if (!child.component) fill(child);
    else {
      child.component.isComponent = true;
      child.replaceWith(child.component);
    }
  }
}

function update(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (name !== "style" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
  for (const name in old.listeners) if (!fresh.listeners || !fresh.listeners[name]) old[name] = null;
  for (const name in fresh.listeners) old[name] = fresh.listeners[name];
  old.listeners = fresh.listeners;
  merge(old, fresh);
  // What somebody types in is theirs, until the page empties it.
  if (fresh.live && (old !== document.activeElement || fresh.live.value === "")) {
    for (const name in fresh.live) if (old[name] !== fresh.live[name]) old[name] = fresh.live[name];
  }
}
