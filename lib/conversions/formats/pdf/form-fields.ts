import { median } from '../../base/median.ts';
import type { FormField } from '../../document/document-model.ts';
import { placeOf } from '../../document/places.ts';
import type { Box } from '../../shared/geometry/box.ts';
import type { SourcePage, TextRun } from '../../shared/page-layout/text-run.ts';
import type { PageAnnotation, PageField } from './page-annotations.ts';
import { typedTexts } from './page-comments.ts';

/** A field with the page that it is on, which the metadata of a PDF has. */
export interface PagedField extends FormField {
  readonly page: number;
}

/** A field and where it is. */
interface Field extends PageField {
  readonly rect: Box;
}

const fieldsAmong = (annotations: readonly PageAnnotation[]): Field[] =>
  annotations.flatMap(({ field, rect }) => (field === undefined ? [] : [{ ...field, rect }]));

// Fields times runs of a page, each compared with each; far more than any form has.
const MAX_COMPARISONS = 5_000_000;
// Flags of ISO 32000-1, tables 226 and 228.
const PASSWORD = 1 << 13;

const isBox = ({ type }: Field): boolean => type === 'checkbox' || type === 'radio';

const isSecret = ({ type, flags }: Field): boolean => type === 'text' && (flags & PASSWORD) !== 0;

const isFilled = (field: Field): boolean =>
  ['text', 'combobox', 'listbox'].includes(field.type) && !isSecret(field) && field.value.trim() !== '';

/** The form fields of a page, in the file's order; a password has no value. */
export const fieldsOf = (page: number, annotations: readonly PageAnnotation[]): PagedField[] =>
  fieldsAmong(annotations).map((field) => {
    const { name, type, value, rect } = field;
    return { name, type, value: isSecret(field) ? null : value, page, place: placeOf(page, rect) };
  });

const overlaps = (run: Box, rect: Box): boolean =>
  Math.min(run.x + run.width, rect.x + rect.width) > Math.max(run.x, rect.x) &&
  run.y + run.height / 2 > rect.y &&
  run.y + run.height / 2 < rect.y + rect.height;

// Characters of a line are about half as wide as high.
const CHARACTER_WIDTH = 0.5;

/** Runs of a field whose value the page does not show. */
function valueRuns({ value, rect }: Pick<Field, 'value' | 'rect'>, size: number): TextRun[] {
  return value.split(/\r\n?|\n/).flatMap((text, at): TextRun[] => {
    if (text.trim() === '') return [];
    const width = Math.min(rect.width, text.length * size * CHARACTER_WIDTH);
    const y = rect.y + Math.max(0, (rect.height - size) / 2) * (value.includes('\n') ? 0 : 1);
    return [{ text, x: rect.x, y: y + at * size, width, height: size, size }];
  });
}

function boxRun({ checked, rect }: Field, size: number): TextRun[] {
  const y = rect.y + (rect.height - size) / 2;
  return [{ text: checked ? '☑' : '☐', x: rect.x, y, width: rect.width, height: size, size }];
}

/** The fields of a page that have a place, and the texts that were typed onto it; none if they are too many to compare. */
function placedOn(annotations: readonly PageAnnotation[], runs: SourcePage['runs']) {
  const fields = fieldsAmong(annotations).filter(({ rect }) => rect.width > 0);
  const typed = typedTexts(annotations);
  const isTooMuch = (fields.length + typed.length) * runs.length > MAX_COMPARISONS;
  const size = median(runs.map((run) => run.size)) || 10;
  return isTooMuch ? { fields: [], typed: [], size } : { fields, typed, size };
}

type Placed = ReturnType<typeof placedOn>;

const runsIn = ({ rect }: Pick<Field, 'rect'>, runs: SourcePage['runs']): SourcePage['runs'] =>
  runs.filter((run) => overlaps(run, rect));

/** The values of fields that the file does not draw, and the texts that were typed onto the page. */
const undrawnValues = ({ fields, typed, size }: Placed, runs: SourcePage['runs']): TextRun[] =>
  [...fields.filter(isFilled), ...typed]
    .filter((value) => runsIn(value, runs).length === 0)
    .flatMap((value) => valueRuns(value, size));

/** The same with the checked boxes whose mark is not drawn as a character. */
export function undrawnRuns(runs: SourcePage['runs'], annotations: readonly PageAnnotation[]): TextRun[] {
  const placed = placedOn(annotations, runs);
  const boxes = placed.fields.filter((field) => isBox(field) && field.checked);
  return [
    ...boxes.filter((box) => runsIn(box, runs).length === 0).flatMap((box) => boxRun(box, placed.size)),
    ...undrawnValues(placed, runs),
  ];
}

/**
 * Adds the content of a page's form fields to its text: boxes with their state, and the values that the file does not draw, as
 * well as text that was typed onto the page. Values are as large as the rest of the text: a field fits its text to its own height.
 */
export function withFields(
  runs: SourcePage['runs'],
  annotations: readonly PageAnnotation[],
): SourcePage['runs'] {
  const placed = placedOn(annotations, runs);
  const { fields, size } = placed;
  if (fields.length + placed.typed.length === 0) return runs;
  const boxes = fields.filter(isBox);
  // A mark of a box that the file draws as a character.
  const marks = new Set(
    boxes.flatMap((box) => runsIn(box, runs)).filter((run) => run.text.trim().length <= 1),
  );
  const large = new Set(
    fields
      .filter(isFilled)
      .flatMap((field) => runsIn(field, runs))
      .filter((run) => run.size > size),
  );
  const rest = runs
    .filter((run) => !marks.has(run))
    .map((run) => (large.has(run) ? { ...run, size, y: run.y + run.height - size, height: size } : run));
  return [...rest, ...boxes.flatMap((box) => boxRun(box, size)), ...undrawnValues(placed, runs)];
}
