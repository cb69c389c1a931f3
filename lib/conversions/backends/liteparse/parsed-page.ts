import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { meanConfidence } from '../../document/places.ts';
import { type Box, edgesOf, isAmid, overlap } from '../../shared/geometry/box.ts';
import type { BulletShape } from '../../shared/page-layout/drawn-bullets.ts';
import { figuresOfPage, type Shape } from '../../shared/page-layout/figures.ts';
import {
  type SourcePage,
  type SourceTable,
  styleOfFont,
  type TextRun,
} from '../../shared/page-layout/text-run.ts';
import type { PlacedWord } from '../../shared/page-layout/word-lines.ts';
import { isWhite } from '../../shared/page-tables/rules.ts';
import { tablesOfPage } from '../../shared/page-tables/tables-of-page.ts';
import { turnPageBack, turnsOf, turnsOfPage } from '../../shared/page-tables/turned-page.ts';
import { isReadFromImage, wordFinder } from './recognized-words.ts';

function toRun(item: TextItem): TextRun {
  const { text, x, y, width, height, fontSize, fontName, confidence } = item;
  // The font size is meaningless if the text matrix scales the font.
  const size = fontSize !== undefined && fontSize > height * 0.6 && fontSize < height * 2 ? fontSize : height;
  const run = { text, x, y, width, height, size: Math.round(size * 10) / 10, ...styleOfFont(fontName) };
  return confidence === undefined ? run : { ...run, isRecognized: true, confidence };
}

const isUpright = ({ rotation = 0 }: TextItem): boolean =>
  Math.abs(rotation % 360) < 20 || Math.abs(rotation % 360) > 340;

/** Returns true if the text of a page was recognized on its image. */
export const isRecognized = (page: ParsedPage): boolean =>
  page.textItems.some((item) => item.confidence !== undefined) &&
  page.textItems.every((item) => item.confidence !== undefined);

// Minimum thickness, in points, of a shape that is not a line.
const THICK = 3;

/** Returns the visible shapes of a page. */
const shapesOf = ({ vectorGraphics }: ParsedPage): Shape[] =>
  (vectorGraphics?.shapes ?? [])
    .filter(({ stroke, fillColor }) => stroke || !isWhite(fillColor))
    .map(({ bbox, hasCurve }) => ({
      ...bbox,
      isDrawn: Math.min(bbox.width, bbox.height) > THICK,
      isCurved: hasCurve,
    }));

/** Returns the shapes of a page that may be bullets. */
export const bulletShapesOf = ({ vectorGraphics }: ParsedPage): BulletShape[] =>
  (vectorGraphics?.shapes ?? [])
    .filter(({ fill, fillColor, hasCurve }) => (fill ? !isWhite(fillColor) : hasCurve))
    .map(({ bbox, hasCurve, fill }) => ({ ...bbox, isCurved: hasCurve, isHollow: !fill }));

/** Finds the figures of a page with text and, without their labels, its tables. */
function withDrawings(source: SourcePage, page: ParsedPage): SourcePage {
  const turned = page.textItems.filter((item) => !isUpright(item));
  const figures = figuresOfPage(source, shapesOf(page), turned);
  if (figures.length === 0) return source;
  const isMixed = source.tables.some(({ bbox }) =>
    figures.some((figure) => overlap(edgesOf(bbox), edgesOf(figure))),
  );
  if (!isMixed) return { ...source, figures };
  const isOutside = (box: Box): boolean => !figures.some((figure) => isAmid(box, figure));
  const { textItems, vectorGraphics } = page;
  const outside: ParsedPage = {
    ...page,
    textItems: textItems.filter(isOutside),
    vectorGraphics: {
      shapes: vectorGraphics?.shapes.filter(({ bbox }) => isOutside(bbox)) ?? [],
      lines:
        vectorGraphics?.lines.filter(({ x1, y1, x2, y2 }) =>
          isOutside({ x: x1, y: y1, width: x2 - x1, height: y2 - y1 }),
        ) ?? [],
    },
  };
  return { ...source, figures, tables: tablesOfPage(outside) };
}

/** Adds the words on the image to runs, each word to one run. */
function withWords(runs: readonly TextRun[], wordsIn: ReturnType<typeof wordFinder>): TextRun[] {
  const used = new Set<PlacedWord>();
  return runs.map((run) => {
    const words = wordsIn(run).filter((word) => !used.has(word));
    for (const word of words) used.add(word);
    return { ...run, words };
  });
}

/** Adds confidences to the cells of tables. */
const withConfidences = (
  tables: readonly SourceTable[],
  wordsIn: ReturnType<typeof wordFinder>,
): SourceTable[] =>
  tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell) =>
        cell.box === undefined ? cell : { ...cell, confidence: meanConfidence(wordsIn(cell.box)) },
      ),
    ),
  }));

/** Converts liteparse's page to runs. A page of which most text is turned by a right angle is turned back. */
export function sourceOfParsedPage(page: ParsedPage): SourcePage {
  const turns = turnsOfPage(page);
  if (turns !== 0) return sourceOfParsedPage(turnPageBack(page, turns));
  const items = page.textItems.filter((item) => item.text.trim() !== '');
  const upright = items.filter(isUpright);
  const source: SourcePage = {
    number: page.pageNum,
    width: page.width,
    height: page.height,
    runs: upright.map(toRun),
    aside: items.filter((item) => !isUpright(item)).map((item) => ({ ...toRun(item), turns: turnsOf(item) })),
    tables: page.blocks === undefined ? [] : tablesOfPage(page),
    images: [],
    ...(isRecognized(page) ? { isRecognized: true } : {}),
  };
  if (isReadFromImage(page)) {
    const wordsIn = wordFinder(page);
    return {
      ...source,
      runs: withWords(source.runs, wordsIn),
      tables: withConfidences(source.tables, wordsIn),
    };
  }
  return source.isRecognized || page.blocks === undefined ? source : withDrawings(source, page);
}
