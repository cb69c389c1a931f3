import type { TreeBlock } from '../../document/document-tree.ts';
import type { PageParts } from '../../document/page-layout.ts';
import {
  defaultTwipPage,
  PART_DISTANCE,
  pageOfTwips,
  pageParts,
  TWIPS,
  type TwipPage,
} from '../../shared/wordprocessing/twip-page.ts';
import { type DocFile, fib } from './doc-file.ts';
import { readSprms } from './doc-properties.ts';
import type { HeaderStory } from './header-stories.ts';

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
// Points: Word's default font size.
const FONT_SIZE = 10;
// [MS-DOC] 2.7.2, DopBase: the first bit.
const FACING_PAGES = 1;

/** Returns the page of a document's first section, with the texts of its headers and footers. [MS-DOC] 2.8.26 (PlcfSed) and 2.9.242 (Sepx). */
export function firstPage(
  { word, structure }: Pick<DocFile, 'word' | 'structure'>,
  textOf: (story: HeaderStory) => readonly TreeBlock[] | undefined,
): ReturnType<typeof pageOfTwips> {
  const page = { ...defaultTwipPage };
  const distances = { header: PART_DISTANCE, footer: PART_DISTANCE };
  let hasTitle = false;
  const sections = structure(fib.sections);
  const count = sections === undefined ? 0 : Math.floor((sections.length - 4) / (4 + SECTION_BYTES));
  // The offset follows the position of each section and the end of the last one.
  const at = sections !== undefined && count > 0 ? sections.readInt32LE((count + 1) * 4 + 2) : -1;
  if (at >= 0 && at + 2 <= word.length) {
    const bytes = word.readUInt16LE(at);
    for (const { code, operand } of readSprms(word.subarray(at + 2, at + 2 + bytes))) {
      const property = properties.get(code);
      if (code === 0x300a && operand.length > 0) hasTitle = operand.readUInt8(0) !== 0;
      else if ((code === 0xb017 || code === 0xb018) && operand.length >= 2)
        distances[code === 0xb017 ? 'header' : 'footer'] = operand.readUInt16LE(0) / TWIPS;
      if (property === undefined || operand.length < 2) continue;
      page[property] = code < 0xb000 ? operand.readInt16LE(0) : operand.readUInt16LE(0);
    }
  }
  const isFacing = ((structure(fib.documentProperties)?.at(0) ?? 0) & FACING_PAGES) !== 0;
  const partOf = (kind: 'Header' | 'Footer'): PageParts<TreeBlock> | undefined => {
    const usual = textOf(`odd${kind}`);
    const even = isFacing ? (textOf(`even${kind}`) ?? []) : undefined;
    const first = hasTitle ? (textOf(`first${kind}`) ?? []) : undefined;
    return pageParts({ default: usual, even, first });
  };
  return pageOfTwips(page, {
    header: partOf('Header'),
    footer: partOf('Footer'),
    headerDistance: distances.header,
    footerDistance: distances.footer,
    text: { size: FONT_SIZE },
  });
}
