// Small tools for building the page. Text from the table only ever becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `el("p", { class: "name", text: "Bo" }, child, ...)`. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for a drawing. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") node.textContent = value;
    else if (name === "onclick") node.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** Writes only what differs, so that a screen reader and the eye are not called for nothing. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Makes the children of `parent` show `items` in order. A child stays the same element as long as
 * its key is there: a finger on a button keeps it through any number of updates.
 */
export function keyed(parent, items, keyOf, create, update = () => {}) {
  const before = parent.keyedChildren ?? new Map();
  const after = new Map();
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    if (after.has(key)) continue;
    const child = before.get(key) ?? create(item);
    after.set(key, child);
    update(child, item);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  for (const [key, child] of before) if (!after.has(key)) child.remove();
  parent.keyedChildren = after;
}
