import type { Paper } from '../../document/document-tree.ts';
import { type DocFile, fib } from './doc-file.ts';
import { readSprms } from './doc-properties.ts';

const SECTION_BYTES = 12;
// Section properties. [MS-DOC] 2.6.4.
const PAGE_WIDTH = 0xb01f;
const PAGE_HEIGHT = 0xb020;
const TWIPS_PER_POINT = 20;
// Word's limits of 0.1 and 22 inches, in twips.
const MIN_SIDE = 144;
const MAX_SIDE = 22 * 1440;

const side = (twips: number): number => Math.min(MAX_SIDE, Math.max(MIN_SIDE, twips)) / TWIPS_PER_POINT;

/** The page size of a document's first section, by default Letter. [MS-DOC] 2.8.26 (PlcfSed) and 2.9.242 (Sepx). */
export function pageSizeOf({ word, structure }: Pick<DocFile, 'word' | 'structure'>): Paper {
  let width = 12_240;
  let height = 15_840;
  const sections = structure(fib.sections);
  const count = sections === undefined ? 0 : Math.floor((sections.length - 4) / (4 + SECTION_BYTES));
  // The offset follows the position of each section and the end of the last one.
  const at = sections !== undefined && count > 0 ? sections.readInt32LE((count + 1) * 4 + 2) : -1;
  if (at >= 0 && at + 2 <= word.length) {
    const bytes = word.readUInt16LE(at);
    for (const { code, operand } of readSprms(word.subarray(at + 2, at + 2 + bytes))) {
      if (operand.length < 2) continue;
      if (code === PAGE_WIDTH) width = operand.readUInt16LE(0);
      else if (code === PAGE_HEIGHT) height = operand.readUInt16LE(0);
    }
  }
  return { width: side(width), height: side(height) };
}
