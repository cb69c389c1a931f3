import type { ParsedPage } from '@llamaindex/liteparse';
import { appendAll } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import type { FormField } from '../../document/document-tree.ts';
import type { Box } from '../../shared/geometry/box.ts';
import type { SourcePage, TextRun } from '../../shared/page-layout/text-run.ts';
import { typedTexts } from './page-comments.ts';

type Field = NonNullable<ParsedPage['formFields']>[number];

// Fields times runs of a page, each compared with each; far more than any form has.
const MAX_COMPARISONS = 5_000_000;
// Flags of ISO 32000-1, tables 226 and 228.
const PASSWORD = 1 << 13;

const isBox = ({ type }: Field): boolean => type === 'checkbox' || type === 'radiobutton' || type === 'radio';

const isSecret = ({ type, fieldFlags }: Field): boolean => type === 'text' && (fieldFlags & PASSWORD) !== 0;

const isFilled = (field: Field): boolean =>
  ['text', 'combobox', 'listbox'].includes(field.type) &&
  !isSecret(field) &&
  (field.value ?? '').trim() !== '';

/** The form fields of a page, in the file's order; a password has no value. */
export const fieldsOf = ({ formFields = [], pageNum }: ParsedPage): FormField[] =>
  formFields.map((field) => {
    const { name = '', type, value, checked, rect } = field;
    const own = isSecret(field) ? null : (value ?? (checked === undefined ? null : String(checked)));
    return {
      name,
      type,
      value: own,
      page: pageNum,
      place: rect === undefined ? undefined : { page: pageNum, ...boxOf(rect) },
    };
  });

const boxOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height });

const overlaps = (run: Box, rect: Box): boolean =>
  Math.min(run.x + run.width, rect.x + rect.width) > Math.max(run.x, rect.x) &&
  run.y + run.height / 2 > rect.y &&
  run.y + run.height / 2 < rect.y + rect.height;

// Characters of a line are about half as wide as high.
const CHARACTER_WIDTH = 0.5;
const LINE_HEIGHT = 1.2;

/** Runs of a field whose value the page does not show. */
function valueRuns({ value = '', rect }: Pick<Field, 'value' | 'rect'>, size: number): TextRun[] {
  if (rect === undefined) return [];
  return value.split(/\r\n?|\n/).flatMap((text, at): TextRun[] => {
    if (text.trim() === '') return [];
    const width = Math.min(rect.width, text.length * size * CHARACTER_WIDTH);
    const y = rect.y + Math.max(0, (rect.height - size) / 2) * (value.includes('\n') ? 0 : 1);
    return [{ text, x: rect.x, y: y + at * size * LINE_HEIGHT, width, height: size, size }];
  });
}

function boxRun({ checked, rect }: Field, size: number): TextRun[] {
  if (rect === undefined) return [];
  const y = rect.y + (rect.height - size) / 2;
  return [{ text: checked === true ? '☑' : '☐', x: rect.x, y, width: rect.width, height: size, size }];
}

/**
 * Adds what the form fields of a page hold to its text: boxes with their state, and the values that the file does not
 * draw, as well as text that was typed onto the page. Values are as large as the rest of the text: a field fits its text to its own height.
 */
export function withFields(runs: SourcePage['runs'], page: ParsedPage): SourcePage['runs'] {
  const fields = (page.formFields ?? []).filter(({ rect }) => rect !== undefined && rect.width > 0);
  const typed = typedTexts(page);
  const boxes = fields.length + typed.length;
  if (boxes === 0 || boxes * runs.length > MAX_COMPARISONS) return runs;
  const inFields = new Set<TextRun>();
  const added: TextRun[] = [];
  const size = median(runs.map((run) => run.size)) || 10;
  for (const field of fields) {
    const { rect } = field;
    if (rect === undefined) continue;
    const own = runs.filter((run) => overlaps(run, rect));
    if (isBox(field)) {
      for (const run of own) if (run.text.trim().length <= 1) inFields.add(run);
      appendAll(added, boxRun(field, size));
    } else if (isFilled(field)) {
      if (own.length === 0) appendAll(added, valueRuns(field, size));
      for (const run of own) if (run.size > size) inFields.add(run);
    }
  }
  for (const text of typed)
    if (!runs.some((run) => overlaps(run, text.rect))) appendAll(added, valueRuns(text, size));
  const rest = runs.flatMap((run): TextRun[] => {
    if (!inFields.has(run)) return [run];
    // A mark of a box that the file draws as a character.
    if (run.text.trim().length <= 1) return [];
    return [{ ...run, size, y: run.y + run.height - size, height: size }];
  });
  return [...rest, ...added];
}
