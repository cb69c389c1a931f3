import { createFurnitureList } from '../../document/furniture-list.ts';
import type { Furniture } from '../../document/places.ts';
import { XML_CLOSE, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';
import { type PagePart, partText, readPagePart, textNames } from './page-part.ts';

/** The headers and footers of a sheet by its name and that of its master page. */
type SheetFurniture = (sheet: string, masterPage: string | undefined) => Furniture[];

/** A header or footer that is shown: the usual one, or that of left or first pages. */
interface ShownPart {
  readonly kind: Furniture['kind'];
  readonly part: PagePart;
  readonly isUsual: boolean;
}

const parts = ['header', 'footer', 'header-left', 'header-first', 'footer-left', 'footer-first'] as const;
const names: readonly string[] = [...textNames, ...parts, 'master-page', 'name', 'display', 'body'];
const MASTER_PAGE = names.indexOf('master-page');
const NAME = names.indexOf('name');
const DISPLAY = names.indexOf('display');
const BODY = names.indexOf('body');
const DEFAULT_MASTER = 'Default';
const MAX_MASTERS = 65_536;

/** Reads the visible headers and footers of the master pages in a part. */
function readMasterPages(part: Uint8Array): ReadonlyMap<string, readonly ShownPart[]> {
  const cursor = xmlCursor(part, names);
  const masters = new Map<string, ShownPart[]>();
  let master: ShownPart[] | undefined;
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    if (token === XML_CLOSE) continue;
    const name = cursor.name();
    if (name === BODY) break;
    if (name === MASTER_PAGE) {
      master = [];
      if (masters.size < MAX_MASTERS) masters.set(cursor.attribute(NAME) ?? '', master);
    }
    const kind = parts.find((each) => each === names[name]);
    if (kind === undefined || token !== XML_OPEN) continue;
    if (cursor.attribute(DISPLAY) === 'false') cursor.skip();
    else
      master?.push({
        kind: kind.startsWith('header') ? 'header' : 'footer',
        part: readPagePart(cursor, names),
        isUsual: kind === 'header' || kind === 'footer',
      });
  }
  return masters;
}

/** Reads the headers and footers of the master pages in `styles.xml`, each text once (OpenDocument 1.3 part 3, 16.9). */
export function readSheetFurniture(stylesPart: Uint8Array | undefined): SheetFurniture {
  const masters = stylesPart === undefined ? undefined : readMasterPages(stylesPart);
  return (sheet, masterPage) => {
    const furniture = createFurnitureList();
    const shown = masters?.get(masterPage ?? DEFAULT_MASTER) ?? masters?.get(DEFAULT_MASTER) ?? [];
    for (const { kind, part } of shown.toSorted((one, other) => Number(other.isUsual) - Number(one.isUsual)))
      furniture.add(kind, partText(part, sheet));
    return furniture.list();
  };
}
