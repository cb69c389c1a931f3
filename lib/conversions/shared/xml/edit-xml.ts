import { escapeMarkup } from '../markup/escape-markup.ts';
import type { XmlElement } from './element.ts';
import type { Names } from './names.ts';
import { loadXmlReader, type ReadXmlOptions } from './read-xml.ts';

/** Changes an XML part and leaves the rest of it as it is. Throws the errors of the XML reader. */
export type EditXml = (part: Uint8Array, change: (root: XmlElement) => XmlElement) => Uint8Array;

/** The file's own names, except in namespaces that have a prefix here. Prefixes are declared once, on the root, in practice. */
function ownNames(namespaces: ReadXmlOptions['namespaces'], declared: Map<string, string>): Names {
  const prefixes = new Map<string, string>();
  const translate = (name: string, bare: string): string => {
    const colon = name.indexOf(':');
    const known = prefixes.get(colon < 0 ? bare : name.slice(0, colon));
    return known === undefined ? name : `${known}:${name.slice(colon + 1)}`;
  };
  return {
    enter: (attributes) => {
      for (const [name, address] of Object.entries(attributes)) {
        const known = /^xmlns(?::|$)/.test(name) ? namespaces[address] : undefined;
        if (known === undefined) continue;
        prefixes.set(name.slice(6), known);
        declared.set(known, address);
      }
    },
    leave: () => undefined,
    element: (name) => translate(name, ''),
    attribute: (name) => translate(name, 'xmlns'),
  };
}

// XML 1.0, 3.3.3: a reader turns white space in attributes into blanks, unless it is written as a reference.
const escapeAttribute = (value: string): string =>
  escapeMarkup(value).replaceAll(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);

function write(element: XmlElement, out: string[]): void {
  out.push('<', element.name);
  for (const [name, value] of Object.entries(element.attributes))
    out.push(` ${name}="${escapeAttribute(value)}"`);
  if (element.children.length === 0) {
    out.push('/>');
    return;
  }
  out.push('>');
  for (const child of element.children) {
    if (typeof child === 'string') out.push(escapeMarkup(child));
    else write(child, out);
  }
  out.push('</', element.name, '>');
}

/** Loads the editor of XML parts. Names in `namespaces` have the prefixes that are given there. */
export async function loadXmlEditor(namespaces: ReadXmlOptions['namespaces']): Promise<EditXml> {
  const readXml = await loadXmlReader();
  return (part, change) => {
    const declared = new Map<string, string>();
    const root = change(readXml(part, { namespaces, names: ownNames(namespaces, declared) }));
    const attributes = { ...root.attributes };
    for (const [prefix, address] of declared) attributes[`xmlns:${prefix}`] = address;
    const out = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'];
    write({ ...root, attributes }, out);
    return Buffer.from(out.join(''));
  };
}
