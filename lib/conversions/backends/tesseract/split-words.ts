import type { TextItem } from '@llamaindex/liteparse';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import { inkedColumns, inkedRows, type Span, within } from './ink-spans.ts';

/** Cuts a span at its widest gaps between ink, into `count` parts; undefined if it has too few gaps. */
function cutAtGaps(inked: readonly Span[], count: number): Span[] | undefined {
  if (inked.length < count) return undefined;
  const gaps = inked.slice(1).map((span, at) => ({ after: at, width: span.from - (inked[at]?.to ?? 0) }));
  const widest = gaps
    .toSorted((one, other) => other.width - one.width)
    .slice(0, count - 1)
    .map(({ after }) => after)
    .toSorted((one, other) => one - other);
  const starts = [0, ...widest.map((after) => after + 1)];
  return starts.map((start, at) => ({
    from: inked[start]?.from ?? 0,
    to: inked[(starts[at + 1] ?? inked.length) - 1]?.to ?? 0,
  }));
}

/** Cuts a span by the lengths of its words. */
function cutByLength({ from, to }: Span, words: readonly string[]): Span[] {
  const all = words.reduce((sum, word) => sum + word.length + 1, -1);
  let before = 0;
  return words.map((word) => {
    const start = from + ((to - from) * before) / all;
    before += word.length + 1;
    return { from: start, to: from + ((to - from) * (before - 1)) / all };
  });
}

/**
 * Splits recognized pieces of lines into words at the widest gaps in the image. Coordinates are in points. `limit`: the
 * lightest grey of the image's ink.
 */
export function splitWords(
  items: readonly TextItem[],
  image: GreyImage,
  limit = inkLimit(image),
): TextItem[] {
  const scale = image.dpi / 72;
  return items.flatMap((item) => {
    const words = item.text.split(/\s+/).filter((word) => word !== '');
    if (words.length < 2) return words.length === 0 ? [] : [{ ...item, text: words[0] ?? '' }];
    const across = {
      from: within(item.x * scale, image.width),
      to: within((item.x + item.width) * scale, image.width),
    };
    const down = {
      from: within(item.y * scale, image.height),
      to: within((item.y + item.height) * scale, image.height),
    };
    const spans =
      cutAtGaps(inkedColumns(image, limit, across, down), words.length) ?? cutByLength(across, words);
    return spans.map((span, at) => {
      const whole = { from: within(span.from, image.width), to: within(span.to, image.width) };
      const rows = inkedRows(image, limit, whole, down);
      const height = rows.to > rows.from ? rows : down;
      return {
        ...item,
        text: words[at] ?? '',
        x: span.from / scale,
        width: (span.to - span.from) / scale,
        y: height.from / scale,
        height: (height.to - height.from) / scale,
      };
    });
  });
}
