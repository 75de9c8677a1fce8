// Functions that create elements and find existing ones on the page.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element that must exist on the page.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`there is no element ${id}`);
  return element;
}

/**
 * A new element with attributes and children.
 * @param {string} tag
 * @param {Record<string, any>} attributes such as `class` and `id`; "on…" are listeners
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  return furnished(document.createElement(tag), attributes, children);
}

/**
 * A new SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  return furnished(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {(Node | string)[]} children
 */
function furnished(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Sets an element's text, unless the element has this text already.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
