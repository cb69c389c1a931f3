import { ConversionError } from '../../../errors.ts';

// Drawing programs declare the addresses of their namespaces, some twenty of a hundred letters.
const MAX_ENTITIES = 100;
const LONGEST = 1000;

/**
 * Entities that a document type declaration holds, by their names (XML 1.0, 4.2). Only plain short text is taken: one that
 * refers to another entity or to a file is refused with ConversionError `unsupported_content`.
 */
export function entitiesOf(doctype: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null);
  const declarations = doctype.match(/<!ENTITY\b/g)?.length ?? 0;
  const plain = doctype.matchAll(/<!ENTITY\s+([\w:.-]+)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/g);
  let count = 0;
  for (const [, name = '', double, single] of plain) {
    const value = double ?? single ?? '';
    if (value.length <= LONGEST) {
      found[name] = value;
      count += 1;
    }
  }
  if (count !== declarations || count > MAX_ENTITIES)
    throw new ConversionError(
      'unsupported_content',
      'The SVG declares entities that refer to others or to files. Export it as plain SVG.',
    );
  return found;
}
