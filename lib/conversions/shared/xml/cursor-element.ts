import { ConversionError } from '../../errors.ts';
import type { XmlElement, XmlNode } from './element.ts';
import { XML_CLOSE, XML_END, XML_OPEN } from './tag-kinds.ts';
import type { XmlCursor } from './xml-cursor.ts';

/** The names of elements and attributes with this project's prefixes, by their index in the names of the cursor. */
export interface CursorNames {
  readonly elements: ReadonlyMap<number, string>;
  readonly attributes: ReadonlyMap<number, string>;
}

/** Elements that may still be kept in memory; shared by all that are read from a part. */
interface ElementBudget {
  left: number;
}

// Readers of elements are recursive. Deeper elements are left out.
const MAX_DEPTH = 256;

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
}

/**
 * Returns the element that the cursor is on, and moves to its end tag. Elements without a known name have the empty name.
 * Throws ConversionError `too_complex` if the budget is spent.
 */
export function readCursorElement(
  cursor: XmlCursor,
  token: number,
  names: CursorNames,
  budget: ElementBudget,
): XmlElement {
  const begin = (): Open => {
    budget.left -= 1;
    if (budget.left < 0)
      throw new ConversionError('too_complex', 'The document has too many drawings. Simplify it.');
    const attributes: Record<string, string> = Object.create(null);
    for (const [index, name] of names.attributes) {
      const value = cursor.attribute(index);
      if (value !== undefined) attributes[name] = value;
    }
    return { name: names.elements.get(cursor.name()) ?? '', attributes, children: [] };
  };
  const addText = (to: Open | undefined): void => {
    const text = cursor.text();
    if (text !== '') to?.children.push(text);
  };
  const root = begin();
  if (token !== XML_OPEN) return root;
  const open = [root];
  addText(root);
  while (open.length > 0) {
    const next = cursor.next();
    if (next === XML_END) break;
    if (next === XML_CLOSE) open.pop();
    else if (open.length >= MAX_DEPTH) {
      if (next === XML_OPEN) cursor.skip();
    } else {
      const element = begin();
      open.at(-1)?.children.push(element);
      if (next === XML_OPEN) open.push(element);
    }
    if (open.length > 0) addText(open.at(-1));
  }
  return root;
}
