import { nameTable } from '../../base/name-table.ts';
import { createTextSink, type ResultBudget } from '../../base/result-size.ts';

// Characters that XML 1.0 (2.2) forbids, and underscores that a reader would parse as an escape.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this escapes
const NEEDS_ESCAPE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;
const MARKUP = /[&<>"]/g;
const entities: Readonly<Record<string, string>> = nameTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/** Escapes text for XML elements and attributes. */
export function escapeXml(text: string): string {
  return text.search(MARKUP) < 0 ? text : text.replaceAll(MARKUP, (character) => entities[character] ?? '');
}

const escapeCharacter = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Encodes text as ST_Xstring (ECMA-376 22.9.2.19). */
export function escapeXstring(text: string): string {
  return escapeXml(text.toWellFormed().replaceAll(NEEDS_ESCAPE, escapeCharacter));
}

// Excel's limit per cell; ECMA-376 18.4.12 sets none.
const MAX_CHARACTERS = 32_767;

/** Shared strings, each stored once. */
export interface StringTable {
  /** Returns the index of a string and adds it if it is new. */
  readonly indexOf: (text: string) => number;
  /** Number of strings truncated to the cell limit. */
  readonly cut: () => number;
  /** The shared strings part (ECMA-376 18.4.9). */
  readonly xml: (budget?: ResultBudget) => Buffer;
}

/** Creates an empty string table. */
export function stringTable(): StringTable {
  const indexes = new Map<string, number>();
  let cutTexts = 0;
  let uses = 0;

  function indexOf(text: string): number {
    uses += 1;
    let stored = text;
    if (text.length > MAX_CHARACTERS) {
      stored = text.slice(0, MAX_CHARACTERS);
      cutTexts += 1;
    }
    const known = indexes.get(stored);
    if (known !== undefined) return known;
    indexes.set(stored, indexes.size);
    return indexes.size - 1;
  }

  function xml(budget?: ResultBudget): Buffer {
    const sink = createTextSink(budget);
    sink.push(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${uses}" uniqueCount="${indexes.size}">`,
    );
    for (const text of indexes.keys()) {
      const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
      sink.push(`<si><t${space}>${escapeXstring(text)}</t></si>`);
    }
    sink.push('</sst>');
    return sink.bytes();
  }

  return { indexOf, cut: () => cutTexts, xml };
}
