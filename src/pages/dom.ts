const svgNamespace = 'http://www.w3.org/2000/svg';

/** Properties of an element; names with a dash are attributes. */
type Properties = Readonly<Record<string, string | number | boolean | undefined | EventListener>>;

/** Texts become text nodes and nothing else; properties that begin with `on`, listeners. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== undefined && value !== false) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/** A text from the service, isolated so that its direction doesn't affect the text around it. */
export function foreignNode(text: string): HTMLElement {
  return h('bdi', {}, text);
}

type SvgAttributes = Readonly<Record<string, string>>;

/** A picture of one shape, which fills its frame. Screen readers skip it. */
export function drawShape(
  name: 'path' | 'polyline',
  shape: SvgAttributes,
  frame: SvgAttributes,
): SVGElement {
  const create = (element: string, attributes: SvgAttributes): SVGElement => {
    const created = document.createElementNS(svgNamespace, element);
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
    return created;
  };
  const picture = create('svg', { preserveAspectRatio: 'none', 'aria-hidden': 'true', ...frame });
  picture.append(create(name, shape));
  return picture;
}
