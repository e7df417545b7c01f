const svgNamespace = 'http://www.w3.org/2000/svg';

/** Attributes of an element by their names; those that begin with `on` are listeners. */
export type Attributes = Readonly<
  Record<string, string | number | boolean | undefined | EventListener>
>;

type Child = Node | string | false | undefined;

/**
 * An element, whose classes may follow its name after dots, with attributes and children. Texts become
 * text nodes and nothing else; an absent child is left out.
 */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name | `${Name}.${string}`,
  ...content: readonly (Attributes | Child | readonly Child[])[]
): HTMLElementTagNameMap[Name] {
  const [tag, ...classes] = name.split('.') as [Name, ...string[]];
  const element = document.createElement(tag);
  if (tag === 'button') element.setAttribute('type', 'button');
  if (classes.length > 0) element.className = classes.join(' ');
  for (const part of content.flat()) {
    if (typeof part !== 'object' || part instanceof Node) element.append(part || '');
    else setAttributes(element, part);
  }
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== undefined && value !== false) element.setAttribute(key, String(value));
  }
}

/** A text from the service, isolated so that its direction doesn't affect the text around it. */
export function foreignNode(text: string): HTMLElement {
  return h('bdi', text);
}

/** A picture of one shape, which fills its frame. Screen readers skip it. */
export function drawShape(
  name: 'path' | 'polyline',
  shape: Attributes,
  frame: Attributes,
): SVGElement {
  const picture = document.createElementNS(svgNamespace, 'svg');
  setAttributes(picture, { preserveAspectRatio: 'none', 'aria-hidden': 'true', ...frame });
  const drawn = document.createElementNS(svgNamespace, name);
  setAttributes(drawn, shape);
  picture.append(drawn);
  return picture;
}
