import type { Furniture } from '../../document/document-model.ts';
import { createFurnitureList } from '../../document/furniture-list.ts';
import { printedText } from '../../shared/sheets/printed-text.ts';
import { stringAt, xlsbRecords } from './xlsb-records.ts';

// [MS-XLSB] 2.4.88: BrtBeginHeaderFooter, whose texts are after two bytes of flags.
const HEADER_FOOTER = 479;
const FLAG_BYTES = 2;
/** The texts: those of odd pages, of even pages and of the first one. */
const kinds = ['header', 'footer', 'header', 'footer', 'header', 'footer'] as const;

/** The headers and footers of a sheet part when it is printed, each text once. */
export function xlsbFurniture(part: Uint8Array, sheet: string): Furniture[] {
  const furniture = createFurnitureList();
  for (const { type, data } of xlsbRecords(part)) {
    if (type !== HEADER_FOOTER) continue;
    let at = FLAG_BYTES;
    for (const kind of kinds) {
      const code = stringAt(data, at);
      if (code === undefined) break;
      at = code.end;
      furniture.add(kind, printedText(code.text, sheet));
    }
  }
  return furniture.list();
}
