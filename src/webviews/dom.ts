type Child = Node | string;

/** Properties of an element, attributes with a dash among them. */
type Properties = Readonly<Record<string, string | number | boolean | undefined | EventListener>>;

/**
 * Makes an element. Texts become text nodes and nothing else, so that markup of the service stays
 * text; what begins with `on` is listened to, never written into the page.
 */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly Child[]
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

/** A text of the service, whose direction must not leak into what stands around it. */
export function foreign(text: string): HTMLElement {
  return h('bdi', {}, text);
}
