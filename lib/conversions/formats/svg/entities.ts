import { ConversionError } from '../../errors.ts';

// Drawing programs declare namespace URIs as entities: about twenty of up to a hundred characters.
const MAX_ENTITIES = 100;
const MAX_LENGTH = 1000;

/**
 * Returns the entities declared in a DOCTYPE by name (XML 1.0, 4.2). Only short plain text is accepted. Throws
 * ConversionError `unsupported_content` if an entity refers to another entity or to a file.
 */
export function entitiesOf(doctype: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null);
  const declarations = doctype.match(/<!ENTITY\b/g)?.length ?? 0;
  const plain = doctype.matchAll(/<!ENTITY\s+([\w:.-]+)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/g);
  let count = 0;
  for (const [, name = '', double, single] of plain) {
    const value = double ?? single ?? '';
    if (value.length <= MAX_LENGTH) {
      found[name] = value;
      count += 1;
    }
  }
  if (count !== declarations || count > MAX_ENTITIES)
    throw new ConversionError(
      'unsupported_content',
      'The SVG declares entities that refer to other entities or to files. Export it as plain SVG.',
    );
  return found;
}
