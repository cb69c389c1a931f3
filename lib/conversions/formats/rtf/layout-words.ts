import { nameTable } from '../../base/name-table.ts';
import type { ParagraphLayout, RunLayout } from '../../document/page-layout.ts';
import { TWIPS } from '../../shared/wordprocessing/twip-page.ts';
import type { RtfReading } from './reading.ts';

// Words that only matter on pages (RTF 1.9.1, "Paragraph Formatting Properties" and "Font (Character) Formatting
// Properties"). Lengths are in twips, sizes in half points.
// Word's limits: 22 inches, and 1638 points of font size.
const MAX_LENGTH = 1584;
const MAX_SIZE = 1638;
// Twips of a single line in \sl with \slmult1.
const LINE_TWIPS = 240;

const lengthOf = (twips: number, least: number): number =>
  Math.min(MAX_LENGTH, Math.max(least, twips / TWIPS));

const lineHeightOf = (twips: number): ParagraphLayout['lineHeight'] =>
  twips === 0 ? undefined : { rule: twips < 0 ? 'exact' : 'least', value: lengthOf(Math.abs(twips), 1) };

const asMultiple = ({ lineHeight }: ParagraphLayout): ParagraphLayout['lineHeight'] =>
  lineHeight?.rule === 'least'
    ? { rule: 'multiple', value: (lineHeight.value * TWIPS) / LINE_TWIPS }
    : lineHeight;

// Words that are on without a parameter; that of all others is 0 then.
const flags: ReadonlySet<string> = new Set(['keepn', 'keep', 'caps', 'scaps']);
const parameterOf = (name: string, parameter: number | undefined): number =>
  parameter ?? (flags.has(name) ? 1 : 0);

type Change = (layout: ParagraphLayout, parameter: number) => Partial<ParagraphLayout>;

const paragraphWords: Readonly<Record<string, Change>> = nameTable<Change>({
  sb: (_layout, twips) => ({ spaceBefore: lengthOf(twips, 0) }),
  sa: (_layout, twips) => ({ spaceAfter: lengthOf(twips, 0) }),
  li: (_layout, twips) => ({ left: lengthOf(twips, -MAX_LENGTH) }),
  ri: (_layout, twips) => ({ right: lengthOf(twips, -MAX_LENGTH) }),
  fi: (_layout, twips) => ({ firstLine: lengthOf(twips, -MAX_LENGTH) }),
  sl: (_layout, twips) => ({ lineHeight: lineHeightOf(twips) }),
  slmult: (layout, isMultiple) => (isMultiple === 1 ? { lineHeight: asMultiple(layout) } : {}),
  keepn: (_layout, isOn) => ({ keepWithNext: isOn === 0 ? undefined : true }),
  keep: (_layout, isOn) => ({ keepTogether: isOn === 0 ? undefined : true }),
});

/** Applies a word to the layout of the paragraph, if the target shows pages. */
export function readParagraphLayout(reading: RtfReading, name: string, parameter: number | undefined): void {
  const { paragraph } = reading.state;
  const change = paragraphWords[name];
  if (paragraph.layout === undefined || change === undefined) return;
  const layout = { ...paragraph.layout, ...change(paragraph.layout, parameterOf(name, parameter)) };
  reading.state.paragraph = { ...paragraph, layout };
}

type RunChange = (parameter: number, reading: RtfReading) => Partial<RunLayout>;

const runWords: Readonly<Record<string, RunChange>> = nameTable<RunChange>({
  fs: (halfPoints) => ({ size: Math.min(MAX_SIZE, Math.max(1, halfPoints / 2)) }),
  cf: (index, { declared }) => ({ colour: declared.colourOf(index) }),
  highlight: (index, { declared }) => ({ background: declared.colourOf(index) }),
  cb: (index, { declared }) => ({ background: declared.colourOf(index) }),
  chcbpat: (index, { declared }) => ({ background: declared.colourOf(index) }),
  caps: (isOn) => ({ capitals: isOn === 0 ? undefined : 'all' }),
  scaps: (isOn) => ({ capitals: isOn === 0 ? undefined : 'small' }),
  expndtw: (twips) => ({ spacing: lengthOf(twips, -MAX_LENGTH) }),
});

/** Applies a word to the layout of the text, if the target shows pages. */
export function readRunLayout(reading: RtfReading, name: string, parameter: number | undefined): void {
  const change = runWords[name];
  if (!reading.isPaged || change === undefined) return;
  const { style } = reading.state;
  const layout = { ...style.layout, ...change(parameterOf(name, parameter), reading) };
  reading.state.style = { ...style, layout };
}
