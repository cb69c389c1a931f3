import { XML_END, XML_OPEN } from './tag-kinds.ts';
import { xmlCursor } from './xml-cursor.ts';

/** Returns the text of the first element of each name, for document properties. */
export function readElements(
  part: Uint8Array | undefined,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null);
  if (part === undefined) return found;
  const cursor = xmlCursor(part, names);
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    const name = names[cursor.name()];
    if (token === XML_OPEN && name !== undefined) found[name] ??= cursor.text().trim();
  }
  return found;
}
