// Small helpers to build and find elements.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Returns the element of index.html that has this id.
 * @param {string} id
 */
export const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Creates an element. A function value becomes an event listener, a boolean one toggles the
 * attribute.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | boolean | ((event: Event) => void)>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (typeof value === 'boolean') made.toggleAttribute(key, value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/**
 * Creates a button.
 * @param {string} words
 * @param {() => void} act
 * @param {string} [style] Its class.
 */
export const button = (words, act, style = '') =>
  make('button', { click: act, class: style, type: 'button' }, words);

/**
 * Creates a select with its options, each a value and its text.
 * @param {string} id
 * @param {[string, string][]} options
 */
export const select = (id, options) =>
  make('select', { id }, ...options.map(([value, text]) => make('option', { value }, text)));

/**
 * Creates a row of a table whose first cell is its header.
 * @param {string} header
 * @param {(Node | string | number)[]} values
 */
export const row = (header, ...values) =>
  make(
    'tr',
    {},
    make('th', { scope: 'row' }, header),
    ...values.map((value) => make('td', {}, typeof value === 'number' ? String(value) : value)),
  );

/**
 * Creates an SVG element, and appends it to `into` if that is given.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element} [into]
 */
export function svg(name, attributes, into) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  into?.append(made);
  return made;
}

/**
 * Creates an icon, whose drawing is a symbol of index.html. It says nothing that the words beside
 * it do not say.
 * @param {string} name The name of a command.
 */
export function icon(name) {
  const picture = svg('svg', { class: 'icon', 'aria-hidden': 'true' });
  svg('use', { href: `#i-${name}` }, picture);
  return picture;
}

/** Is there a finger and no mouse? Then there is hardly a keyboard either. */
export const isTouchOnly = () => matchMedia('(hover: none)').matches;

/**
 * Offers a text to the player as a file to download.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
