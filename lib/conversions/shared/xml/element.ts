/** An XML element in memory. Names are `prefix:local` with this project's prefixes, whatever the file uses. */
export interface XmlElement {
  readonly name: string;
  /** Attributes without a namespace have no prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements and text in document order. */
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Yields the child elements. */
export function* elementsOf(element: XmlElement | undefined): Generator<XmlElement> {
  if (element === undefined) return;
  for (const child of element.children) if (typeof child !== 'string') yield child;
}

/** Yields all descendants in document order. */
export function* everyElement(root: XmlElement): Generator<XmlElement> {
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    if (element !== root) yield element;
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at];
      if (child !== undefined && typeof child !== 'string') pending.push(child);
    }
  }
}

/** Returns the first child element with this name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (element === undefined) return undefined;
  for (const child of element.children) {
    if (typeof child !== 'string' && child.name === name) return child;
  }
  return undefined;
}

/** Follows a path of names, taking the first child of each. */
export function descend(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  return names.reduce(childOf, element);
}

/** Yields the descendants with this name in document order, without descending into matches. */
export function* descendants(element: XmlElement | undefined, name: string): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (child.name === name) yield child;
    else yield* descendants(child, name);
  }
}

/** Returns all text inside an element. */
export function textOfElement(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  return element.children.map((child) => (typeof child === 'string' ? child : textOfElement(child))).join('');
}

/** Returns an attribute as an integer; undefined if it is missing or not one. */
export function integerOf(element: XmlElement | undefined, name: string): number | undefined {
  const value = element?.attributes[name];
  return value !== undefined && /^\s*[+-]?\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}
