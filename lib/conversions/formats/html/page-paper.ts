import type { Paper } from '../../document/document-tree.ts';
import { pageSizes } from '../../engine/options.ts';
import { everyElement } from '../../shared/xml/element.ts';
import { declarationsOf } from './declarations.ts';
import { lengthOf } from './element-look.ts';
import type { HtmlElement } from './html-node.ts';
import { rawText } from './leaf-elements.ts';

// The rule for all pages, up to its margin boxes.
const PAGE_RULE = /@page\s{0,9}\{([^{}]*)/g;
// Smallest and largest side of paper, in points.
const [SMALLEST, LARGEST] = [72, 14_400];

const sizes = new Map<string, readonly [number, number]>(
  Object.entries(pageSizes).map(([name, size]) => [name.toLowerCase(), size]),
);

/** Reads the property `size` (CSS Paged Media 3, 7.1). */
function paperOf(value: string): Paper | undefined {
  const words = value.split(/\s+/, 3);
  const lengths = words.flatMap((word) => lengthOf(word, 0) ?? []);
  const named = words.map((word) => sizes.get(word)).find((size) => size !== undefined);
  const [width, height = width] = lengths.length > 0 ? lengths : (named ?? pageSizes.A4);
  const sides = [width ?? 0, height ?? 0].sort((one, other) => one - other);
  const [short = 0, long = 0] = sides;
  if (short < SMALLEST || long > LARGEST) return undefined;
  if (words.includes('landscape')) return { width: long, height: short };
  if (words.includes('portrait')) return { width: short, height: long };
  return lengths.length > 0 || named !== undefined ? { width: width ?? 0, height: height ?? 0 } : undefined;
}

/** Returns the paper that a page's styles ask for; undefined if they do not. */
export function paperIn(root: HtmlElement): Paper | undefined {
  const css = [...everyElement(root)].filter(({ name }) => name === 'style').map(rawText);
  const values = [...css.join('\n').matchAll(PAGE_RULE)].flatMap(
    ([, declarations = '']) => declarationsOf(declarations).get('size') ?? [],
  );
  return values.map(paperOf).findLast((paper) => paper !== undefined);
}
