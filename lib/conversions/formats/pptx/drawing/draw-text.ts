import type { Inline, TreeBlock } from '../../../document/document-tree.ts';
import { mergeRuns } from '../../../document/merge-runs.ts';
import type { ParagraphLayout } from '../../../document/page-layout.ts';
import { levelOf, linkIdOf, textPieces } from '../../../shared/ooxml/text-pieces.ts';
import { childOf, elementsOf, type XmlElement } from '../../../shared/xml/element.ts';
import { levelStyle } from '../layouts.ts';
import type { DrawContext } from './context.ts';
import { markerOf } from './marker.ts';
import { type Autofit, type Cascade, paragraphStyle, type RunStyle, runStyle } from './text-style.ts';

/** What the text of a shape inherits. */
export interface TextSource {
  /** List styles (`a:lstStyle`) from the nearest to the most distant one. */
  readonly styles: Cascade;
  /** Run properties between those of the paragraph and those of the list styles: of a table's style. */
  readonly over?: XmlElement | undefined;
  /** Run properties after the shape's own list style: of the shape's style. */
  readonly under?: XmlElement | undefined;
  readonly autofit: Autofit;
}

type Paragraph = Extract<TreeBlock, { kind: 'paragraph' }>;

interface Line {
  readonly content: readonly Inline[];
  readonly first: RunStyle | undefined;
}

function addressOf(properties: XmlElement | undefined, { office, part }: DrawContext): string | undefined {
  const link = office.relationships(part).get(linkIdOf(properties) ?? '');
  return link?.isExternal === true ? link.target : undefined;
}

function readLine(
  paragraph: XmlElement | undefined,
  styleOf: (own: XmlElement | undefined) => RunStyle,
  context: DrawContext,
): Line {
  const content: Inline[] = [];
  let first: RunStyle | undefined;
  for (const piece of textPieces(paragraph)) {
    if (piece.kind === 'math') {
      content.push(piece);
      continue;
    }
    const style = styleOf(piece.properties);
    first ??= style;
    if (piece.kind === 'break') {
      content.push({ kind: 'line_break' });
      continue;
    }
    const href = addressOf(piece.properties, context);
    const text = piece.isSlideNumber ? String(context.page) : piece.text;
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) content.push({ kind: 'line_break' });
      if (part !== '') content.push({ kind: 'text', text: part, href, ...style.style, layout: style.layout });
    }
  }
  return { content: mergeRuns(content), first };
}

/** Reads a text body as paragraphs, of which empty ones take up a line. */
export function drawText(
  body: XmlElement | undefined,
  source: TextSource,
  context: DrawContext,
): Paragraph[] {
  const counts: ({ number: number; scheme: string } | undefined)[] = [];
  const out: Paragraph[] = [];
  for (const paragraph of elementsOf(body)) {
    if (paragraph.name !== 'a:p') continue;
    const own = childOf(paragraph, 'a:pPr');
    const level = levelOf(own);
    const [nearest, ...distant] = source.styles.map((style) => levelStyle(style, level));
    const inherited = [nearest, ...distant];
    const runs = [
      source.over,
      childOf(nearest, 'a:defRPr'),
      source.under,
      ...distant.map((style) => childOf(style, 'a:defRPr')),
    ];
    const styleOf = (properties: XmlElement | undefined): RunStyle =>
      runStyle([properties, ...runs], source.autofit.scale, context);
    const { content, first } = readLine(paragraph, styleOf, context);
    const { layout: text } = first ?? styleOf(childOf(paragraph, 'a:endParaRPr'));
    const cascade = [own, ...inherited];
    const { align, before, after, ...distances } = paragraphStyle(cascade, text.size, source.autofit);
    counts.length = Math.min(counts.length, level + 1);
    const numberFrom = (start: number, scheme: string): number => {
      const last = counts[level];
      const number = last?.scheme === scheme ? last.number + 1 : start;
      counts[level] = { number, scheme };
      return number;
    };
    const marker = content.length === 0 ? undefined : markerOf(cascade, text, numberFrom, context);
    if (content.length > 0 && marker?.isNumber !== true) counts[level] = undefined;
    const layout: ParagraphLayout = {
      ...distances,
      // The first line of a shape starts at its top.
      spaceBefore: out.length === 0 ? 0 : before,
      spaceAfter: after,
      marker: marker === undefined ? undefined : { text: marker.text, layout: marker.layout },
      text,
    };
    out.push({ kind: 'paragraph', content, align, layout });
  }
  return out;
}

/** Whether paragraphs show anything. */
export const isVisible = (paragraphs: readonly Paragraph[]): boolean =>
  paragraphs.some(({ content }) =>
    content.some(
      (inline) => inline.kind !== 'line_break' && (inline.kind !== 'text' || inline.text.trim() !== ''),
    ),
  );

/** Joins the paragraphs of a title into a heading. */
export function titleOf(paragraphs: readonly Paragraph[], level: number): TreeBlock[] {
  const shown = paragraphs.filter((paragraph) => isVisible([paragraph]));
  const [first] = shown;
  if (first === undefined) return [];
  const content = shown.flatMap((paragraph, index): readonly Inline[] =>
    index === 0 ? paragraph.content : [{ kind: 'line_break' }, ...paragraph.content],
  );
  return [{ kind: 'heading', level, content, align: first.align, layout: first.layout }];
}
