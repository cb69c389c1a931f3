import { XML_CLOSE, XML_END, XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';
import type { CellBudget } from '../../workbook/cell-budget.ts';
import { createFormatList } from '../../workbook/format-list.ts';
import type { MissingResult } from '../../workbook/missing-result.ts';
import type { NumberFormat, Sheet } from '../../workbook/workbook.ts';
import {
  contentNames,
  DISPLAY,
  MASTER_PAGE,
  NAME,
  STYLE,
  STYLE_NAME,
  TABLE,
  TABLE_PROPERTIES,
  TRACKED,
} from './content-names.ts';
import { type ReadDrawn, readTable } from './read-table.ts';

/** A sheet with the name of its master page, if its style has one. */
interface OdsSheet {
  readonly sheet: Sheet;
  readonly masterPage: string | undefined;
}

/** Sheets, and the number formats that their cells refer to. */
export interface OdsTables {
  readonly sheets: readonly OdsSheet[];
  readonly numberFormats: readonly NumberFormat[];
  /** Formulas without a result. */
  readonly missing: readonly MissingResult[];
  /** Whether the part is truncated. */
  readonly isCut: boolean;
}

/**
 * Reads the sheets of a content part (ODF 1.3 part 3, 9.1). Repeated cells and rows are spent from the budget as often as
 * they occur; empty ones cost nothing. Throws ConversionError `too_complex`.
 *
 * @param isTyped whether cells have typed values, or the text that they show
 * @param readDrawn reads what lies over the cells; undefined if it is not shown
 */
export function readTables(
  part: Uint8Array,
  isTyped: boolean,
  budget: CellBudget,
  readDrawn?: ReadDrawn,
): OdsTables {
  const cursor = xmlCursor(part, contentNames);
  const { numberFormats, indexOf: formatIndex } = createFormatList();
  const missing: MissingResult[] = [];
  const context = { cursor, isTyped, budget, formatIndex, readDrawn, missing };
  const sheets: OdsSheet[] = [];
  const masterPages = new Map<string, string>();
  const hiddenStyles = new Set<string>();
  let styleName = '';
  let isClosed = false;
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    const tag = cursor.name();
    if (token === XML_CLOSE) isClosed = cursor.depth() === 0;
    else if (tag === STYLE) {
      styleName = cursor.attribute(NAME) ?? '';
      const masterPage = cursor.attribute(MASTER_PAGE);
      if (masterPage !== undefined) masterPages.set(styleName, masterPage);
    } else if (tag === TABLE_PROPERTIES && cursor.attribute(DISPLAY) === 'false') hiddenStyles.add(styleName);
    else if (token === XML_OPEN && tag === TRACKED) cursor.skip();
    else if (tag === TABLE) {
      const name = cursor.attribute(NAME) ?? `Sheet${sheets.length + 1}`;
      const style = cursor.attribute(STYLE_NAME) ?? '';
      const masterPage = masterPages.get(style);
      if (token === XML_OPEN) {
        const isHidden = hiddenStyles.has(style);
        const sheet = readTable({ ...context, sheet: sheets.length }, name);
        sheets.push({ sheet: isHidden ? { ...sheet, hidden: true } : sheet, masterPage });
      } else sheets.push({ sheet: { name, rows: [] }, masterPage });
    }
  }
  return { sheets, numberFormats, missing, isCut: !isClosed };
}
