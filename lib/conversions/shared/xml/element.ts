/** An element of XML in memory. Names are `prefix:local` with prefixes of ours, whatever the file calls them. */
export interface XmlElement {
  readonly name: string;
  /** An attribute without a namespace has its bare name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements and text in their order. */
  readonly children: readonly XmlNode[];
}

/** An element or a piece of text. */
export type XmlNode = XmlElement | string;

/** The elements right in an element. */
export function* elementsOf(element: XmlElement | undefined): Generator<XmlElement> {
  if (element === undefined) return;
  for (const child of element.children) if (typeof child !== 'string') yield child;
}

/** The first element of this name right in an element. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (element === undefined) return undefined;
  for (const child of element.children) {
    if (typeof child !== 'string' && child.name === name) return child;
  }
  return undefined;
}

/** Follows names downwards, the first element of each. */
export function descend(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  return names.reduce(childOf, element);
}

/** All elements of this name inside an element, in document order, not those inside one that was found. */
export function* descendants(element: XmlElement | undefined, name: string): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (child.name === name) yield child;
    else yield* descendants(child, name);
  }
}

/** All text inside an element. */
export function textOfElement(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  return element.children.map((child) => (typeof child === 'string' ? child : textOfElement(child))).join('');
}

/** An attribute that is a whole number; undefined for anything else. */
export function integerOf(element: XmlElement | undefined, name: string): number | undefined {
  const value = element?.attributes[name];
  return value !== undefined && /^\s*[+-]?\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}
