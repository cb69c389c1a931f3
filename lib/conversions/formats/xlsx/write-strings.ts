import { nameTable } from '../../base/name-table.ts';
import { createTextSink, type ResultBudget } from '../../base/result-size.ts';

// What XML 1.0 (2.2) can't hold at all, or a reader would take for an escape already.
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is to be escaped
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;
const MARKUP = /[&<>"]/g;
const entities: Readonly<Record<string, string>> = nameTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/** Text for an element or an attribute of any XML. */
export function escapeXml(text: string): string {
  return text.search(MARKUP) < 0 ? text : text.replaceAll(MARKUP, (character) => entities[character] ?? '');
}

const escapeCharacter = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Any text as ST_Xstring (ECMA-376 22.9.2.19). */
export function escapeXstring(text: string): string {
  return escapeXml(text.toWellFormed().replaceAll(UNFIT, escapeCharacter));
}

// ECMA-376 18.4.12 leaves it open, Excel does not: its cells hold no more.
const MAX_CHARACTERS = 32_767;

/** Texts of cells, each kept once. */
export interface StringTable {
  /** The number a cell has for a text. */
  readonly indexOf: (text: string) => number;
  /** Texts that were cut because no cell holds as much. */
  readonly cut: () => number;
  /** The part, ECMA-376 18.4.9. */
  readonly xml: (budget?: ResultBudget) => Buffer;
}

/** A table without a text yet. */
export function stringTable(): StringTable {
  const indexes = new Map<string, number>();
  let cutTexts = 0;
  let uses = 0;

  function indexOf(text: string): number {
    uses += 1;
    let held = text;
    if (text.length > MAX_CHARACTERS) {
      held = text.slice(0, MAX_CHARACTERS);
      cutTexts += 1;
    }
    const known = indexes.get(held);
    if (known !== undefined) return known;
    indexes.set(held, indexes.size);
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
