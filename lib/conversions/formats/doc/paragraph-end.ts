import type { ParagraphProperties } from '../../shared/wordprocessing/flow.ts';
import { plainParagraph } from '../../shared/wordprocessing/state.ts';
import type { CellDefinition } from '../../shared/wordprocessing/table.ts';
import type { Sprm } from './doc-properties.ts';
import type { DocStyle } from './doc-styles.ts';

/** Properties of a paragraph mark or a row end. */
export interface ParagraphEnd {
  readonly properties: ParagraphProperties;
  readonly isRowEnd: boolean;
  readonly isInnerCell: boolean;
  readonly isInnerRowEnd: boolean;
  readonly row: {
    readonly definitions: readonly CellDefinition[];
    readonly left: number;
    readonly isHeader: boolean;
  };
}

const MAX_BASED_ON = 16;

/** The property changes of a paragraph, preceded by those of its styles. */
export function withStyles(
  style: number,
  styles: ReadonlyMap<number, DocStyle>,
  own: readonly Sprm[],
): Sprm[] {
  const chain: (readonly Sprm[])[] = [own];
  let at: number = style;
  for (let depth = 0; depth < MAX_BASED_ON; depth += 1) {
    const found = styles.get(at);
    if (found === undefined) break;
    chain.push(found.sprms);
    at = found.basedOn;
  }
  return chain.toReversed().flat();
}

// [MS-DOC] 2.9.322: bits of TCGRF.
const MERGED_LEFT = 2;
const MERGED_UP = 0x20;
const BEGINS_DOWN = 0x40;

/** [MS-DOC] 2.9.321, TDefTableOperand: edges, then 20 bytes for each cell. */
function readRow(operand: Buffer): { definitions: CellDefinition[]; left: number } {
  if (operand.length < 3) return { definitions: [], left: 0 };
  const count = Math.min(63, operand.readUInt8(0));
  const definitions: CellDefinition[] = [];
  for (let index = 0; index < count; index += 1) {
    const edge = 1 + (index + 1) * 2;
    if (edge + 2 > operand.length) break;
    const flagsAt = 1 + (count + 1) * 2 + index * 20;
    const flags = flagsAt + 2 <= operand.length ? operand.readUInt16LE(flagsAt) : 0;
    definitions.push({
      right: operand.readInt16LE(edge),
      isMergedLeft: (flags & MERGED_LEFT) !== 0,
      isMergedUp: (flags & MERGED_UP) !== 0 && (flags & BEGINS_DOWN) === 0,
      beginsMergeDown: (flags & BEGINS_DOWN) !== 0,
    });
  }
  return { definitions, left: operand.readInt16LE(1) };
}

/** Reads paragraph properties. [MS-DOC] 2.6.2 and 2.6.3. */
export function readEnd(style: number, sprms: readonly Sprm[]): ParagraphEnd {
  let properties: ParagraphProperties = { ...plainParagraph, style };
  const is = { row: false, innerCell: false, innerRow: false, header: false };
  let row: ReturnType<typeof readRow> = { definitions: [], left: 0 };
  for (const { code, operand } of sprms) {
    if (operand.length === 0) continue;
    const value = operand.readUInt8(0);
    if (code === 0x260a) properties = { ...properties, listLevel: value };
    else if (code === 0x460b && operand.length >= 2) {
      const list = operand.readInt16LE(0);
      properties = { ...properties, list: list > 0 ? list : undefined };
    } else if (code === 0x2640) properties = { ...properties, outlineLevel: value };
    else if (code === 0x2416)
      properties = { ...properties, tableLevel: value === 0 ? 0 : Math.max(1, properties.tableLevel) };
    else if (code === 0x6649 && operand.length >= 4)
      properties = { ...properties, tableLevel: Math.max(0, operand.readInt32LE(0)) };
    else if ((code === 0x840f || code === 0x845e) && operand.length >= 2)
      properties = { ...properties, indent: operand.readInt16LE(0) };
    else if (code === 0x2407) properties = { ...properties, breaksBefore: value !== 0 };
    else if (code === 0x2417) is.row = value !== 0;
    else if (code === 0x244b) is.innerCell = value !== 0;
    else if (code === 0x244c) is.innerRow = value !== 0;
    else if (code === 0x3404) is.header = value !== 0;
    else if (code === 0xd608) row = readRow(operand);
  }
  return {
    properties,
    isRowEnd: is.row,
    isInnerCell: is.innerCell,
    isInnerRowEnd: is.innerRow,
    row: { ...row, isHeader: is.header },
  };
}
