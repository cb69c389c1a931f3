import { formatNumber } from '../base/number-formats.ts';
import { type Inline, type ListItem, type TreeBlock, textRun } from './document-tree.ts';
import { mergeRuns } from './merge-runs.ts';

type List = Extract<TreeBlock, { kind: 'list' }>;
type Heading = Extract<TreeBlock, { kind: 'heading' }>;

/** The line of a heading as the document shows it: its label and its content. */
export const headingLine = ({ label, content }: Heading): readonly Inline[] =>
  label === undefined ? content : mergeRuns([textRun(`${label} `), ...content]);

/** How the labels of a list are made of its numbers, as in `(a)` or `2.1.`. */
export interface LabelPattern {
  /** A number format of ECMA-376 part 1, 17.18.59. */
  readonly format: (typeof formats)[number];
  readonly prefix: string;
  readonly suffix: string;
}

const formats = ['decimal', 'lowerLetter', 'upperLetter', 'lowerRoman', 'upperRoman', 'decimalZero'] as const;

/** `1.`, `2.` and so on. */
export const plainLabels: LabelPattern = { format: 'decimal', prefix: '', suffix: '.' };

export const isPlain = ({ format, prefix, suffix }: LabelPattern): boolean =>
  format === plainLabels.format && prefix === plainLabels.prefix && suffix === plainLabels.suffix;

/** The number of an item from 0. */
const numberOf = ({ start }: List, index: number): number => (start ?? 1) + index;

/** The label of an item as the document shows it: `1.` and so on unless it has its own; empty for a bullet. */
export const labelOf = (list: List, index: number): string =>
  list.ordered ? (list.items[index]?.label ?? `${numberOf(list, index)}.`) : '';

/** Returns the pattern of an ordered list's labels; undefined if they follow none. */
export function labelPattern(list: List): LabelPattern | undefined {
  if (list.items.every(({ label }) => label === undefined)) return plainLabels;
  const first = labelOf(list, 0);
  for (const format of formats) {
    const shown = formatNumber(numberOf(list, 0), format);
    const at = first.lastIndexOf(shown);
    if (at < 0) continue;
    const [prefix, suffix] = [first.slice(0, at), first.slice(at + shown.length)];
    const isSame = (_: ListItem, index: number): boolean =>
      labelOf(list, index) === `${prefix}${formatNumber(numberOf(list, index), format)}${suffix}`;
    // The number of `07` is not 7 after a zero.
    if (!/\d$/.test(prefix) && list.items.every(isSame)) return { format, prefix, suffix };
  }
  return undefined;
}

/** The blocks of an item that start with its label as text. */
function labelled(item: ListItem, label: string): readonly TreeBlock[] {
  const [first, ...rest] = item.blocks;
  if (first?.kind === 'paragraph')
    return [{ ...first, content: [textRun(`${label} `), ...first.content] }, ...rest];
  return [{ kind: 'paragraph', content: [textRun(label)] }, ...item.blocks];
}

/** The list without numbers, in which each label is the start of its item's text. */
export const withLabelsAsText = (list: List): List => ({
  kind: 'list',
  ordered: false,
  items: list.items.map((item, index) => ({ ...item, blocks: labelled(item, labelOf(list, index)) })),
  ...(list.page === undefined ? {} : { page: list.page }),
});
