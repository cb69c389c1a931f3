import { nameTable } from '../../base/name-table.ts';
import type { ParagraphProperties } from '../../shared/wordprocessing/flow.ts';
import { isUnderline, plainParagraph, toggles } from '../../shared/wordprocessing/state.ts';
import { emptyRow, flowOf, noCell, type RtfReading } from './reading.ts';

// Cells in a row. Word allows 63.
const MAX_CELLS = 1000;

const aligns: Readonly<Record<string, ParagraphProperties['align']>> = nameTable({
  ql: undefined,
  qc: 'center',
  qr: 'right',
  qj: 'justify',
});

const setParagraph = ({ state }: RtfReading, change: Partial<ParagraphProperties>): void => {
  state.paragraph = { ...state.paragraph, ...change };
};

/** Applies a paragraph formatting word. Returns false if the word is not one. */
export function readParagraphWord(reading: RtfReading, name: string, parameter: number | undefined): boolean {
  switch (name) {
    case 'pard':
      reading.state.paragraph = plainParagraph;
      reading.state.isShaded = false;
      return true;
    case 's':
      setParagraph(reading, { style: parameter ?? 0 });
      return true;
    case 'outlinelevel':
      setParagraph(reading, { outlineLevel: parameter });
      return true;
    case 'ls':
      setParagraph(reading, { list: parameter === 0 ? undefined : parameter });
      return true;
    case 'ilvl':
      setParagraph(reading, { listLevel: parameter ?? 0 });
      return true;
    case 'pnlvlblt':
      setParagraph(reading, { mark: 'bullet' });
      markOuterParagraph(reading);
      return true;
    case 'pnlvlbody':
      setParagraph(reading, { mark: 'number' });
      markOuterParagraph(reading);
      return true;
    case 'ql':
    case 'qc':
    case 'qr':
    case 'qj':
      setParagraph(reading, { align: aligns[name] });
      return true;
    case 'li':
      setParagraph(reading, { indent: parameter ?? 0 });
      return true;
    case 'pagebb':
      setParagraph(reading, { breaksBefore: parameter !== 0 });
      return true;
    case 'intbl':
      setParagraph(reading, { tableLevel: Math.max(1, reading.state.paragraph.tableLevel) });
      return true;
    case 'itap':
      setParagraph(reading, { tableLevel: Math.max(0, parameter ?? 0) });
      return true;
    default:
      return false;
  }
}

/** Applies a list mark to the enclosing group: `\pn` is in a group of its own inside its paragraph. */
function markOuterParagraph(reading: RtfReading): void {
  const outer = reading.groups.at(-1);
  if (outer !== undefined) outer.paragraph = { ...outer.paragraph, mark: reading.state.paragraph.mark };
}

/** Applies a row or cell word. Returns false if the word is not one. */
export function readTableWord(reading: RtfReading, name: string, parameter: number | undefined): boolean {
  switch (name) {
    case 'trowd':
      reading.row = emptyRow();
      reading.cell = noCell;
      return true;
    case 'trleft':
      reading.row.left = parameter ?? 0;
      return true;
    case 'trhdr':
      reading.row.isHeader = true;
      return true;
    case 'clmrg':
      reading.cell = { ...reading.cell, isMergedLeft: true };
      return true;
    case 'clvmgf':
      reading.cell = { ...reading.cell, beginsMergeDown: true };
      return true;
    case 'clvmrg':
      reading.cell = { ...reading.cell, isMergedUp: true };
      return true;
    case 'cellx':
      if (reading.row.definitions.length < MAX_CELLS)
        reading.row.definitions.push({ ...reading.cell, right: parameter ?? 0 });
      reading.cell = noCell;
      return true;
    case 'cell':
      flowOf(reading).endCell(reading.state.paragraph, 1);
      return true;
    case 'row':
      flowOf(reading).endRow(1, reading.row);
      return true;
    case 'nestcell':
      flowOf(reading).endCell(reading.state.paragraph, Math.max(2, reading.state.paragraph.tableLevel));
      return true;
    case 'nestrow':
      flowOf(reading).endRow(
        Math.max(2, reading.groups.at(-1)?.paragraph.tableLevel ?? 2, reading.state.paragraph.tableLevel),
        reading.row,
      );
      return true;
    default:
      return false;
  }
}

/** Applies a character formatting word. Ignores all others. */
export function readCharacterWord(reading: RtfReading, name: string, parameter: number | undefined): void {
  const isOn = parameter !== 0;
  const toggle = toggles[name];
  if (toggle !== undefined) reading.state.style = { ...reading.state.style, [toggle]: isOn };
  else if (isUnderline(name)) reading.state.style = { ...reading.state.style, underline: isOn };
  else if (name === 'ulnone') reading.state.style = { ...reading.state.style, underline: false };
  else if (name === 'super' || name === 'sub' || name === 'nosupersub') {
    const position = name === 'super' ? 'superscript' : 'subscript';
    reading.state.style = {
      ...reading.state.style,
      position: name === 'nosupersub' || !isOn ? 'baseline' : position,
    };
  } else if (name === 'plain') {
    reading.state.style = {};
    reading.state.font = reading.declared.defaultFont();
  } else if (name === 'f') reading.state.font = parameter ?? 0;
  else if (name === 'revised') reading.state.isInserted = isOn;
  else if (name === 'deleted') reading.state.isDeleted = isOn;
  else if (name === 'uc') reading.state.fallbackBytes = Math.max(0, parameter ?? 1);
}
