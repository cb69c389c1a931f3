import type { TreeBlock } from '../../document/document-tree.ts';
import { defaultTwipPage, pageOfTwips, type TwipPage } from '../../shared/wordprocessing/twip-page.ts';
import { type DocFile, fib } from './doc-file.ts';
import { readSprms } from './doc-properties.ts';

/** Section properties and what they set; margins at the top and the bottom are signed. [MS-DOC] 2.6.4. */
const properties: ReadonlyMap<number, keyof TwipPage> = new Map([
  [0xb01f, 'width'],
  [0xb020, 'height'],
  [0xb021, 'left'],
  [0xb022, 'right'],
  [0x9023, 'top'],
  [0x9024, 'bottom'],
]);

const SECTION_BYTES = 12;

/** Returns the page of a document's first section. [MS-DOC] 2.8.26 (PlcfSed) and 2.9.242 (Sepx). */
export function firstPage({ word, structure }: Pick<DocFile, 'word' | 'structure'>): TreeBlock {
  const page = { ...defaultTwipPage };
  const sections = structure(fib.sections);
  const count = sections === undefined ? 0 : Math.floor((sections.length - 4) / (4 + SECTION_BYTES));
  // The offset follows the position of each section and the end of the last one.
  const at = sections !== undefined && count > 0 ? sections.readInt32LE((count + 1) * 4 + 2) : -1;
  if (at >= 0 && at + 2 <= word.length) {
    const bytes = word.readUInt16LE(at);
    for (const { code, operand } of readSprms(word.subarray(at + 2, at + 2 + bytes))) {
      const property = properties.get(code);
      if (property === undefined || operand.length < 2) continue;
      page[property] = code < 0xb000 ? operand.readInt16LE(0) : operand.readUInt16LE(0);
    }
  }
  return pageOfTwips(page);
}
