import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';

/** The styles of `styles.xml` or `content.xml` as elements. OpenDocument 1.3, part 3, 16. */
export interface StyleChains {
  readonly add: (element: XmlElement) => void;
  /** A style and its parents, the nearest first. */
  readonly chain: (family: string, name: string | undefined) => readonly XmlElement[];
  /** The default style of a family. */
  readonly defaults: (family: string) => readonly XmlElement[];
  /** A level (from 1) of a list style. */
  readonly listLevel: (name: string | undefined, level: number) => XmlElement | undefined;
  /** A table template (16.19), by its name. */
  readonly template: (name: string | undefined) => XmlElement | undefined;
  /** A fill image or gradient, by its name. */
  readonly fill: (name: string | undefined) => XmlElement | undefined;
}

const MAX_PARENTS = 32;

/** Returns a level (from 1) of a list style. */
export function levelOf(list: XmlElement | undefined, level: number): XmlElement | undefined {
  for (const child of elementsOf(list)) if (integerOf(child, 'text:level') === level) return child;
  return undefined;
}

/** Creates styles that fall back to others for names that they do not define. */
export function createStyleChains(fallback?: StyleChains): StyleChains {
  const styles = new Map<string, XmlElement>();
  const defaults = new Map<string, XmlElement>();
  const lists = new Map<string, XmlElement>();
  const templates = new Map<string, XmlElement>();
  const fills = new Map<string, XmlElement>();

  function chain(family: string, name: string | undefined): readonly XmlElement[] {
    const found: XmlElement[] = [];
    let next = name;
    while (next !== undefined && found.length < MAX_PARENTS) {
      const element = styles.get(`${family} ${next}`);
      if (element === undefined) return [...found, ...(fallback?.chain(family, next) ?? [])];
      found.push(element);
      next = element.attributes['style:parent-style-name'];
    }
    return found;
  }

  return {
    add: (element) => {
      const { attributes } = element;
      const name = attributes['style:name'] ?? attributes['draw:name'] ?? attributes['table:name'] ?? '';
      if (element.name === 'style:style') styles.set(`${attributes['style:family']} ${name}`, element);
      else if (element.name === 'style:default-style')
        defaults.set(attributes['style:family'] ?? '', element);
      else if (element.name === 'text:list-style') lists.set(name, element);
      else if (element.name === 'table:table-template') templates.set(name, element);
      else if (element.name.startsWith('draw:')) fills.set(name, element);
    },
    chain,
    defaults: (family) => {
      const own = defaults.get(family);
      return own === undefined ? (fallback?.defaults(family) ?? []) : [own];
    },
    listLevel: (name, level) =>
      name === undefined ? undefined : (levelOf(lists.get(name), level) ?? fallback?.listLevel(name, level)),
    template: (name) => (name === undefined ? undefined : (templates.get(name) ?? fallback?.template(name))),
    fill: (name) => (name === undefined ? undefined : (fills.get(name) ?? fallback?.fill(name))),
  };
}

/** Returns the first value of an attribute in the given properties of styles. */
export function propertyOf(
  chain: readonly XmlElement[],
  kind: string,
  attribute: string,
): string | undefined {
  for (const style of chain) {
    const value = childOf(style, kind)?.attributes[attribute];
    if (value !== undefined) return value;
  }
  return undefined;
}
