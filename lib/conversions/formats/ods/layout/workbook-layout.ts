import type { SheetCellStyle } from '../../../document/printed-sheet.ts';
import { XML_CLOSE, XML_END, XML_OPEN } from '../../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../../shared/xml/xml-cursor.ts';
import type { SheetLayoutOnPages } from '../../../workbook/workbook.ts';
import { createCellStyles } from './cell-styles.ts';
import { createStyles, readStyles } from './read-styles.ts';
import { type LayoutContext, readTableLayout } from './table-layout.ts';
import { at, tableNames } from './table-names.ts';

/** The layout of a workbook. */
export interface WorkbookLayout {
  readonly cellStyles: readonly SheetCellStyle[];
  /** By the index of their table; an empty table has none. */
  readonly sheets: readonly (SheetLayoutOnPages | undefined)[];
}

const MAX_COPIES = 1_000_000;

/** Reads how the tables of `content.xml` are printed, with the styles of `styles.xml`. */
export function readWorkbookLayout(content: Uint8Array, stylesPart: Uint8Array | undefined): WorkbookLayout {
  const styles = createStyles();
  readStyles(stylesPart, styles);
  readStyles(content, styles);
  const cellStyles = createCellStyles(styles);
  const cursor = xmlCursor(content, tableNames);
  const context: LayoutContext = { cursor, styles, cellStyles, copies: MAX_COPIES };
  const sheets: (SheetLayoutOnPages | undefined)[] = [];
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    const tag = cursor.name();
    if (token === XML_CLOSE) continue;
    if (token === XML_OPEN && tag === at('tracked-changes')) cursor.skip();
    else if (tag === at('table')) sheets.push(token === XML_OPEN ? readTableLayout(context) : undefined);
  }
  return { cellStyles: cellStyles.list, sheets };
}
