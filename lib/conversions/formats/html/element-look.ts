import { nameTable } from '../../base/name-table.ts';
import type { CellLook, ParagraphLook, RunLook } from '../../document/look.ts';
import { cssColour } from './css-colour.ts';
import { declarationsOf } from './declarations.ts';
import type { HtmlElement } from './html-node.ts';

/** Style properties that an element declares. Lengths are in points. */
interface Declared {
  colour?: string | undefined;
  size?: number | undefined;
  background?: string | undefined;
  behind?: string | undefined;
  /** Margins and paddings at its sides. */
  marginLeft?: number | undefined;
  marginRight?: number | undefined;
  paddingLeft?: number | undefined;
  paddingRight?: number | undefined;
}

// Default text size of written documents.
const TEXT_SIZE = 11;
// CSS Values 4, 6.2.
const units: Readonly<Record<string, number>> = nameTable({
  pt: 1,
  px: 0.75,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  pc: 12,
  rem: TEXT_SIZE,
});

/** Returns a length in points. `em` is the text size, `whole` the length of 100 %. */
export function lengthOf(value: string, em: number, whole?: number): number | undefined {
  const [, digits, unit = ''] = /^(-?\d{0,6}(?:\.\d{1,6})?)([a-z]{1,3}|%)$/.exec(value) ?? [];
  const factor =
    unit === '%' ? (whole === undefined ? undefined : whole / 100) : unit === 'em' ? em : units[unit];
  const length = digits === undefined || factor === undefined ? Number.NaN : Number(digits) * factor;
  return Number.isFinite(length) ? Math.round(length * 10) / 10 : undefined;
}

// CSS Fonts 4, 2.5; "medium" is 12 pt.
const namedSizes: Readonly<Record<string, number>> = nameTable({
  'xx-small': 7,
  'x-small': 7.5,
  small: 10,
  medium: 12,
  large: 13.5,
  'x-large': 18,
  'xx-large': 24,
  'xxx-large': 36,
});
const factors: Readonly<Record<string, number>> = nameTable({ smaller: 1 / 1.2, larger: 1.2 });
const MAX_SIZE = 400;

function sizeOf(value: string, around: number): number | undefined {
  const factor = factors[value];
  const size =
    namedSizes[value] ?? (factor === undefined ? lengthOf(value, around, around) : around * factor);
  return size === undefined || size < 1 ? undefined : Math.round(Math.min(MAX_SIZE, size) * 10) / 10;
}

/** Returns the right and left values of a shorthand for all sides. */
function sidesOf(value: string, size: number): { readonly right: number; readonly left: number } {
  const values = value.split(/\s+/, 4);
  const right = values[1] ?? values[0] ?? '';
  return { right: lengthOf(right, size) ?? 0, left: lengthOf(values[3] ?? right, size) ?? 0 };
}

const backgroundIn = (value: string): string | undefined =>
  (value.match(/[\w#-]+(?:\([^()]*\))?/g) ?? []).map(cssColour).find((colour) => colour !== undefined);

/** The property of cells for the background of their row or table. */
export const BEHIND = '-docforge-behind';

/** Parsers of the properties. `size` is the text size. */
const properties: Readonly<Record<string, (value: string, size: number) => Declared>> = nameTable({
  color: (value: string) => ({ colour: cssColour(value) }),
  background: (value: string) => ({ background: backgroundIn(value) }),
  [BEHIND]: (value: string) => ({ behind: backgroundIn(value) }),
  'background-color': (value: string) => ({ background: cssColour(value) }),
  'font-size': (value: string, size: number) => ({ size: sizeOf(value, size) }),
  font: (value: string, size: number) => ({
    size: value
      .split(/[\s/]+/)
      .map((word) => sizeOf(word, size))
      .find((found) => found !== undefined),
  }),
  margin: (value: string, size: number) => {
    const { left, right } = sidesOf(value, size);
    return { marginLeft: left, marginRight: right };
  },
  padding: (value: string, size: number) => {
    const { left, right } = sidesOf(value, size);
    return { paddingLeft: left, paddingRight: right };
  },
  'margin-left': (value: string, size: number) => ({ marginLeft: lengthOf(value, size) }),
  'margin-right': (value: string, size: number) => ({ marginRight: lengthOf(value, size) }),
  'padding-left': (value: string, size: number) => ({ paddingLeft: lengthOf(value, size) }),
  'padding-right': (value: string, size: number) => ({ paddingRight: lengthOf(value, size) }),
});

function declaredIn(style: string, size: number = TEXT_SIZE): Declared {
  const declared: Declared = {};
  for (const [name, value] of declarationsOf(style)) Object.assign(declared, properties[name]?.(value, size));
  return declared;
}

/** Returns the text style inside an element, without its background. */
export function runLookInside(style: string, around: RunLook): RunLook {
  const { colour = around.colour, size = around.size } = declaredIn(style, around.size);
  return { ...around, colour, size };
}

/** Returns the background of an element. White counts as none unless there is another background behind it. */
function backgroundOf(
  { attributes: { style } }: HtmlElement,
  around: string | undefined,
): string | undefined {
  const { background = around } = style === undefined ? {} : declaredIn(style);
  return background === '#ffffff' && around === undefined ? undefined : background;
}

/** Returns the text style, including the background, in an inline element. */
export function withBackground<Style extends { readonly look?: RunLook | undefined }>(
  element: HtmlElement,
  inside: Style,
): Style {
  if (inside.look === undefined || element.attributes.style === undefined) return inside;
  const background = backgroundOf(element, inside.look.background);
  return background === inside.look.background ? inside : { ...inside, look: { ...inside.look, background } };
}

const lines: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const MAX_LEFT = 300;

/** Returns the paragraph style inside an element with a text size and alignment. */
export function paragraphLookInside(
  element: HtmlElement,
  around: ParagraphLook | undefined,
  size: number | undefined,
  align: string | undefined,
): ParagraphLook | undefined {
  const { style } = element.attributes;
  if (style === undefined) return around;
  const { marginLeft = 0, marginRight = 0, paddingLeft = 0, paddingRight = 0 } = declaredIn(style, size);
  // Space at both sides of a container belongs to the page; that of a centred line does not move it.
  const isIndented = lines.has(element.name) && align !== 'center' && align !== 'right';
  const right = isIndented ? 0 : marginRight + paddingRight;
  const own = Math.max(0, marginLeft + paddingLeft - right);
  const left = Math.min(MAX_LEFT, (around?.left ?? 0) + own);
  const background = backgroundOf(element, around?.background);
  if (background === undefined && left === 0) return undefined;
  return { ...(background === undefined ? {} : { background }), ...(left === 0 ? {} : { left }) };
}

/** Returns the style of a cell, by default with the background around it. */
export function cellLookOf(
  { attributes: { style } }: HtmlElement,
  around: string | undefined,
): CellLook | undefined {
  const { behind = around, background = behind } = style === undefined ? {} : declaredIn(style);
  return background === undefined ? undefined : { background };
}
