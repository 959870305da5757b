/** Small helpers to make elements. Text goes in as text, never as markup. */

type Child = Node | string | undefined;
type Attributes = Record<string, string | number | boolean | undefined>;

const svgSpace = 'http://www.w3.org/2000/svg';

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children.filter(child => child !== undefined));
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgSpace, tag);
  set(element, attributes);
  element.append(...children.filter(child => child !== undefined));
  return element;
}

/** `undefined` and `false` leave the attribute out. */
function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

export function button(label: string, attributes: Attributes, onClick: () => void, ...children: Child[]): HTMLButtonElement {
  const element = el('button', { type: 'button', 'aria-label': children.length > 0 ? label : undefined, ...attributes },
    ...(children.length > 0 ? children : [label]));
  element.addEventListener('click', onClick);
  return element;
}

/** An icon of the editor's shape language: 16 × 16, in the text's colour. */
export function icon(path: string): SVGSVGElement {
  return svg('svg', { 'viewBox': '0 0 16 16', 'width': 16, 'height': 16, 'aria-hidden': 'true', 'class': 'icon' },
    svg('path', { d: path, fill: 'currentColor' }));
}

export const icons = {
  first: 'M3 3h1.6v10H3zM13 3v10L6 8z',
  previous: 'M11.5 3v10l-7-5z',
  next: 'M4.500 3v10l7-5z',
  last: 'M11.400 3H13v10h-1.600zM3 3v10l7-5z',
  violation: 'M8 1l7 13H1zM7.200 6v4h1.600V6zm0 5v1.600h1.600V11z',
};
