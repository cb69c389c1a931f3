import { createFurnitureList } from '../../document/furniture-list.ts';
import type { Furniture } from '../../document/places.ts';
import { type PagePart, partText } from './layout/page-part.ts';
import { createStyles, readStyles } from './layout/read-styles.ts';

/** The headers and footers of a sheet by its name and that of its master page. */
export type SheetFurniture = (sheet: string, masterPage: string | undefined) => Furniture[];

const DEFAULT_MASTER = 'Default';

/** Reads the headers and footers of the master pages in `styles.xml`, each text once (OpenDocument 1.3 part 3, 16.9). */
export function readSheetFurniture(stylesPart: Uint8Array | undefined): SheetFurniture {
  const styles = createStyles();
  readStyles(stylesPart, styles);
  return (sheet, masterPage) => {
    const master =
      styles.masterPages.get(masterPage ?? DEFAULT_MASTER) ?? styles.masterPages.get(DEFAULT_MASTER);
    const furniture = createFurnitureList();
    const add = (kind: Furniture['kind'], part: PagePart | undefined): void => {
      if (part !== undefined) furniture.add(kind, partText(part, sheet));
    };
    add('header', master?.header);
    add('footer', master?.footer);
    for (const { kind, part } of master?.others ?? []) add(kind, part);
    return furniture.list();
  };
}
