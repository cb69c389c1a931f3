import { nameTable } from '../../../base/name-table.ts';
import { formatNumber } from '../../../base/number-formats.ts';
import type { Inline, TextStyle, TreeBlock } from '../../../document/document-tree.ts';
import { mergeRuns } from '../../../document/merge-runs.ts';
import type { LineHeight, ParagraphLayout, RunLayout } from '../../../document/page-layout.ts';
import { colourOf } from '../../../shared/opendocument/layout-properties.ts';
import { pointsOf } from '../../../shared/opendocument/lengths.ts';
import { spacesOf } from '../../../shared/opendocument/spaces.ts';
import { isSymbolFont, symbolCharacter } from '../../../shared/wordprocessing/symbols.ts';
import {
  childOf,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../../../shared/xml/element.ts';
import type { OdpDrawing, TextChain } from './context.ts';
import { levelOf, propertyOf } from './style-chains.ts';

type Paragraph = Extract<TreeBlock, { kind: 'paragraph' }>;

const TEXT = 'style:text-properties';
const PARAGRAPH = 'style:paragraph-properties';
const DEFAULT_SIZE = 18;
const MAX_LIST_DEPTH = 10;

const isLine = (value: string | undefined): true | undefined =>
  value !== undefined && value !== 'none' ? true : undefined;

/** Reads a percentage as a share; undefined if it is not one. */
export function shareOf(value: string | undefined): number | undefined {
  const [, number] = /^(-?\d{1,6}(?:\.\d{1,6})?)%$/.exec(value ?? '') ?? [];
  return number === undefined ? undefined : Number(number) / 100;
}

interface Run {
  readonly style: TextStyle;
  readonly layout: RunLayout & { readonly size: number };
}

/** The size of text: percentages refer to the next size in the chain. */
function sizeOf(chain: TextChain): number {
  let share = 1;
  for (const style of chain) {
    const size = childOf(style, TEXT)?.attributes['fo:font-size'];
    const points = pointsOf(size);
    if (points !== undefined) return Math.min(4_000, Math.max(1, points * share));
    share *= shareOf(size) ?? 1;
  }
  return DEFAULT_SIZE;
}

function runOf(chain: TextChain): Run {
  const text = (attribute: string): string | undefined => propertyOf(chain, TEXT, attribute);
  const weight = text('fo:font-weight');
  const slant = text('fo:font-style');
  const position = text('style:text-position') ?? '';
  const automatic = chain.find(
    (style) =>
      childOf(style, TEXT)?.attributes['fo:color'] !== undefined ||
      childOf(style, TEXT)?.attributes['style:use-window-font-color'] === 'true',
  );
  const own = childOf(automatic, TEXT)?.attributes ?? {};
  // LibreOffice adds a number to the names of fonts with several variants.
  const font = (text('style:font-name') ?? text('fo:font-family'))?.replaceAll(/['"]|\d$/g, '');
  const spacing = pointsOf(text('fo:letter-spacing'));
  return {
    style: {
      bold: weight === 'bold' || Number(weight) >= 600 || undefined,
      italic: (slant !== undefined && slant !== 'normal') || undefined,
      underline: isLine(text('style:text-underline-style')),
      strike: isLine(text('style:text-line-through-style')),
      superscript: /^(?:super|[1-9])/.test(position) || undefined,
      subscript: /^(?:sub|-)/.test(position) || undefined,
    },
    layout: {
      font,
      size: sizeOf(chain),
      colour: own['style:use-window-font-color'] === 'true' ? undefined : colourOf(own['fo:color']),
      background: colourOf(text('fo:background-color')),
      capitals:
        text('fo:text-transform') === 'uppercase'
          ? 'all'
          : text('fo:font-variant') === 'small-caps'
            ? 'small'
            : undefined,
      spacing: spacing === 0 ? undefined : spacing,
    },
  };
}

function readLine(
  parent: XmlElement,
  chain: TextChain,
  href: string | undefined,
  drawing: OdpDrawing,
): Inline[] {
  const line: Inline[] = [];
  const write = (text: string): void => {
    const { style, layout } = runOf(chain);
    if (text !== '') line.push({ kind: 'text', text, href, ...style, layout });
  };
  for (const child of parent.children) {
    if (typeof child === 'string') {
      write(child.replaceAll(/[ \t\r\n]+/g, ' '));
      continue;
    }
    const field = drawing.fields.get(child.name);
    if (field !== undefined) {
      write(field);
      continue;
    }
    switch (child.name) {
      case 'text:span': {
        const own = drawing.styles.chain('text', child.attributes['text:style-name']);
        for (const inline of readLine(child, [...own, ...chain], href, drawing)) line.push(inline);
        break;
      }
      case 'text:s':
        write(spacesOf(child, drawing.odf));
        break;
      case 'text:tab':
        write('\t');
        break;
      case 'text:line-break':
        line.push({ kind: 'line_break' });
        break;
      case 'office:annotation':
      case 'office:annotation-end':
        break;
      default: {
        const address = child.name === 'text:a' ? child.attributes['xlink:href'] : undefined;
        const target = address === undefined || address.startsWith('#') ? href : address;
        for (const inline of readLine(child, chain, target, drawing)) line.push(inline);
      }
    }
  }
  return line;
}

const alignments = nameTable<Paragraph['align']>({
  left: 'left',
  start: 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  justify: 'justify',
});

function lineHeightOf(chain: TextChain): LineHeight | undefined {
  const height = propertyOf(chain, PARAGRAPH, 'fo:line-height');
  const share = shareOf(height);
  if (share !== undefined) return share === 1 ? undefined : { rule: 'multiple', value: Math.max(0.2, share) };
  const exact = pointsOf(height);
  return exact === undefined || exact <= 0 ? undefined : { rule: 'exact', value: exact };
}

interface Item {
  readonly level: XmlElement | undefined;
  readonly number: number;
}

const numberFormats = nameTable({ a: 'lowerLetter', A: 'upperLetter', i: 'lowerRoman', I: 'upperRoman' });

function markerOf({ level, number }: Item, text: Run['layout']): ParagraphLayout['marker'] {
  if (level === undefined) return undefined;
  const { attributes } = level;
  const properties = childOf(level, TEXT)?.attributes ?? {};
  const share = shareOf(properties['fo:font-size'] ?? attributes['text:bullet-relative-size']) ?? 1;
  const size = text.size * Math.min(4, Math.max(0.25, share));
  const layout: RunLayout = {
    font: text.font,
    size,
    colour: colourOf(properties['fo:color']) ?? text.colour,
  };
  if (level.name === 'text:list-level-style-number') {
    const format = attributes['style:num-format'] ?? '';
    if (format === '') return undefined;
    const shown = formatNumber(number, numberFormats[format] ?? 'decimal');
    const label = `${attributes['style:num-prefix'] ?? ''}${shown}${attributes['style:num-suffix'] ?? ''}`;
    return { text: label, layout };
  }
  const [character = ''] = attributes['text:bullet-char'] ?? '';
  const font = properties['fo:font-family'] ?? '';
  const isSymbol = isSymbolFont(font) || (character >= '\ue000' && character <= '\uf8ff');
  const bullet = isSymbol ? symbolCharacter(font, character.codePointAt(0) ?? 0) || '•' : character;
  return bullet.trim() === '' ? undefined : { text: bullet, layout };
}

/** Distances of a list level (17.19 and 17.20); undefined if it has none. */
function levelDistances(level: XmlElement | undefined): { left: number; firstLine: number } | undefined {
  const properties = childOf(level, 'style:list-level-properties');
  const label = childOf(properties, 'style:list-level-label-alignment');
  if (label !== undefined)
    return {
      left: pointsOf(label.attributes['fo:margin-left']) ?? 0,
      firstLine: pointsOf(label.attributes['fo:text-indent']) ?? 0,
    };
  const before = pointsOf(properties?.attributes['text:space-before']) ?? 0;
  const width = pointsOf(properties?.attributes['text:min-label-width']) ?? 0;
  return before === 0 && width === 0 ? undefined : { left: before + width, firstLine: -width };
}

function readParagraph(
  paragraph: XmlElement,
  shapeChain: TextChain,
  item: Item | undefined,
  drawing: OdpDrawing,
): Paragraph {
  const own = drawing.styles.chain('paragraph', paragraph.attributes['text:style-name']);
  const chain = [...own, ...shapeChain];
  const content = mergeRuns(readLine(paragraph, chain, undefined, drawing));
  const first = content.find((inline) => inline.kind === 'text')?.layout;
  const text = runOf(chain).layout;
  const shown = { ...text, ...first, size: first?.size ?? text.size };
  const distance = (attribute: string): number => pointsOf(propertyOf(chain, PARAGRAPH, attribute)) ?? 0;
  const isMarked = propertyOf(chain, PARAGRAPH, 'text:enable-numbering') !== 'false';
  const marker = item === undefined || !isMarked || content.length === 0 ? undefined : markerOf(item, shown);
  const ofLevel = item === undefined || !isMarked ? undefined : levelDistances(item.level);
  return {
    kind: 'paragraph',
    content,
    align: alignments[propertyOf(chain, PARAGRAPH, 'fo:text-align') ?? ''],
    layout: {
      left: ofLevel?.left ?? distance('fo:margin-left'),
      firstLine: ofLevel?.firstLine ?? distance('fo:text-indent'),
      right: distance('fo:margin-right'),
      spaceBefore: Math.max(0, distance('fo:margin-top')),
      spaceAfter: Math.max(0, distance('fo:margin-bottom')),
      lineHeight: lineHeightOf(chain),
      marker,
      text: shown,
    },
  };
}

/**
 * Reads the text of a shape or cell as paragraphs. `chainOf` returns the shape's styles for text at a list level, which
 * outlines have one of each.
 */
export function drawOdpText(
  parent: XmlElement,
  chainOf: (level: number) => TextChain,
  drawing: OdpDrawing,
): Paragraph[] {
  const out: Paragraph[] = [];
  const read = (
    element: XmlElement,
    style: string | undefined,
    level: number,
    item: Item | undefined,
  ): void => {
    for (const child of elementsOf(element)) {
      if (child.name === 'text:p' || child.name === 'text:h')
        out.push(readParagraph(child, chainOf(Math.max(1, level)), item, drawing));
      else if (child.name === 'text:list' && level < MAX_LIST_DEPTH)
        readList(child, child.attributes['text:style-name'] ?? style, level + 1);
    }
  };
  const readList = (list: XmlElement, style: string | undefined, level: number): void => {
    const ofShape = chainOf(level)
      .map((each) => childOf(childOf(each, 'style:graphic-properties'), 'text:list-style'))
      .find((each) => each !== undefined);
    const properties = drawing.styles.listLevel(style, level) ?? levelOf(ofShape, level);
    let number = Math.max(1, integerOf(properties, 'text:start-value') ?? 1);
    for (const child of elementsOf(list)) {
      const isHeader = child.name === 'text:list-header';
      if (child.name !== 'text:list-item' && !isHeader) continue;
      const hasText = [...elementsOf(child)].some(({ name }) => name === 'text:p' || name === 'text:h');
      read(child, style, level, isHeader ? undefined : { level: properties, number });
      if (hasText) number += 1;
    }
  };
  read(parent, undefined, 0, undefined);
  const [first] = out;
  if (first?.layout !== undefined) out[0] = { ...first, layout: { ...first.layout, spaceBefore: 0 } };
  return out;
}

/** Whether an element contains visible text. */
export const hasText = (element: XmlElement): boolean => textOfElement(element).trim() !== '';
