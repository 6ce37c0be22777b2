// Finding and making elements.

/**
 * The element with this id; the page has it.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${id}`);
  return /** @type {T} */ (/** @type {Element} */ (found));
}

/** @param {string} id */
export const element = (id) => byId(id, HTMLElement);
/** @param {string} id */
export const button = (id) => byId(id, HTMLButtonElement);
/** @param {string} id */
export const input = (id) => byId(id, HTMLInputElement);
/** @param {string} id */
export const select = (id) => byId(id, HTMLSelectElement);

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node|string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {(Node|string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * A sign of the page's own set, beside words that say the same.
 * @param {string} name
 * @param {string} [kind]
 */
export const icon = (name, kind = "") => svg("svg", { class: `icon ${kind}`.trim(), "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

/** A picture that the engine has drawn, as an element of the page. @param {string} text */
export const drawn = (text) => document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);

/**
 * Shows a sentence, or hides its place where there is none.
 * @param {HTMLElement} place
 * @param {string} [sentence]
 */
export function tell(place, sentence = "") {
  place.textContent = sentence;
  place.hidden = sentence === "";
}
