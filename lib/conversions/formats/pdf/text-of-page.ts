import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { rightToLeftShare, toReadingOrder } from '../../base/right-to-left.ts';
import { columnsOf, type OrderedBox } from '../../shared/page-layout/columns.ts';
import { plainGlyphs } from '../../shared/page-layout/glyphs.ts';
import { composeLines } from '../../shared/page-layout/text-line.ts';
import type { TextRun } from '../../shared/page-layout/text-run.ts';
import { isUpright } from '../../shared/page-tables/words.ts';
import { hasAccentsBetween } from './accented-words.ts';
import { TEX_SHARE } from './text-runs/tex-characters.ts';

// A page with this share of right-to-left characters is read line by line.
const RTL_PAGE = 0.3;
const ANY_RTL = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** Whether most of a page is written from right to left. */
export const isRightToLeftPage = ({ text }: ParsedPage): boolean =>
  ANY_RTL.test(text) && rightToLeftShare(text) > RTL_PAGE;

const APART_ACCENT = /[¨ˆ˜˚¯˘˙ˇ]\p{L}/gu;
// What an accent changes: itself, its letter and the spaces around it.
const MAX_CHANGED = 4;

/** Whether a page may have characters that TeX writes in its own way: accents apart from letters, or a font without a name. */
export const mayBeOfTex = ({ text, textItems }: ParsedPage): boolean =>
  hasAccentsBetween(text) ||
  (text.match(APART_ACCENT)?.length ?? 0) * MAX_CHANGED > text.length * TEX_SHARE ||
  textItems.some(({ fontName }) => fontName === '');

interface ItemBox extends OrderedBox {
  readonly item: TextItem;
}

const toBox = (item: TextItem): ItemBox => ({
  item,
  x: item.x,
  y: item.y,
  width: item.width,
  height: item.height,
  letters: item.text.length,
  size: item.height,
});

const toRun = ({ item: { text, x, y, width, height } }: ItemBox): TextRun => ({
  text,
  x,
  y,
  width,
  height,
  size: height,
});

/** Lines column by column; undefined if the page has only one column. */
function linesByColumn(page: ParsedPage): string | undefined {
  const { textItems } = page;
  if (!textItems.every(isUpright)) return undefined;
  const groups = columnsOf(textItems.filter((item) => item.text.trim() !== '').map(toBox), false);
  if (groups.length < 2) return undefined;
  return groups
    .map((group) =>
      composeLines(group.map(toRun), false)
        .map((line) => line.text)
        .join('\n'),
    )
    .join('\n\n');
}

/** A page's lines as laid out, without their common left margin. */
function linesAsLaidOut({ text }: ParsedPage): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const indents = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const margin = indents.reduce((least, indent) => Math.min(least, indent), indents[0] ?? 0);
  return lines.map((line) => line.slice(margin)).join('\n');
}

/** A page as a text file: lines as laid out, but columns one after the other. */
export function textOfPage(page: ParsedPage): string {
  if (isRightToLeftPage(page)) return page.text.split('\n').map(toReadingOrder).join('\n');
  return plainGlyphs(linesByColumn(page) ?? linesAsLaidOut(page)).trimEnd();
}

/** The lines of runs, each in reading order, with blank lines for wide vertical gaps. */
export function linesOfRuns(runs: readonly TextRun[]): string {
  const rtl = rightToLeftShare(runs.map((run) => run.text).join(' ')) > RTL_PAGE;
  const lines = composeLines(runs, rtl);
  const text: string[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (before !== undefined && line.y - before.y > 2.2 * Math.max(line.size, before.size)) text.push('');
    text.push(plainGlyphs(line.text).replaceAll(/ {2,}/g, ' ').trim());
  });
  return text.join('\n');
}

/** The lines of runs, column by column. */
export function columnLinesOfRuns(runs: readonly TextRun[]): string {
  const boxes = runs.map((run) => ({ ...run, run, letters: run.text.length }));
  return columnsOf(boxes, false)
    .map((group) => linesOfRuns(group.map(({ run }) => run)))
    .join('\n\n');
}
