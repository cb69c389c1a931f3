import { streamSafe } from '../../../../../backends/fonts/stream-safe.ts';
import { cleanText } from '../../../../../document/clean-text.ts';
import type { Inline } from '../../../../../document/document-tree.ts';
import type { LineHeight, RunLayout } from '../../../../../document/page-layout.ts';
import type { LayoutContext, Place } from '../layout-context.ts';
import { inlineData } from '../line-data.ts';
import type { InlineData, InlineText } from '../typst-data.ts';

const LINE_ENDS = /[\n\r\v\f]+/g;
const SMALL_CAPITALS = 0.8;

type Run = Extract<Inline, { kind: 'text' | 'page_number' | 'page_count' }>;

/** The style of the paragraph that a line belongs to. */
export interface LineStyle {
  readonly text: RunLayout;
  readonly lineHeight: LineHeight | undefined;
  readonly lead: string | undefined;
}

/** The layout of a run: its own properties over those of the paragraph. */
const runLayout = (own: RunLayout | undefined, text: RunLayout): RunLayout =>
  own === undefined
    ? text
    : {
        font: own.font ?? text.font,
        size: own.size ?? text.size,
        colour: own.colour ?? text.colour,
        background: own.background ?? text.background,
        capitals: own.capitals ?? text.capitals,
        spacing: own.spacing ?? text.spacing,
      };

/** Writes text in capitals. Small capitals are split into full-size and smaller parts. */
function capitalized(text: string, layout: RunLayout, size: number): { text: string; layout: RunLayout }[] {
  if (layout.capitals === undefined) return [{ text, layout }];
  if (layout.capitals === 'all') return [{ text: text.toUpperCase(), layout }];
  return (text.match(/\p{Ll}+|\P{Ll}+/gu) ?? []).map((part) =>
    /\p{Ll}/u.test(part)
      ? { text: part.toUpperCase(), layout: { ...layout, size: size * SMALL_CAPITALS } }
      : { text: part, layout },
  );
}

function withFace(data: InlineData, run: Run, face: number): InlineData {
  const text: InlineText =
    typeof data === 'string' ? { k: 't', t: data } : data.k === 't' ? data : { k: 't', t: '' };
  if (typeof data !== 'string' && data.k !== 't') return data;
  const { sup, sub } = text;
  return { ...text, code: undefined, u: run.underline, sup, sub, f: face };
}

/** Converts a line of a document with page layout. Preserves spaces, tabs and the text properties of each run. */
export function laidLine(
  content: readonly Inline[],
  style: LineStyle,
  place: Place,
  context: LayoutContext,
): InlineData[] {
  const { faces } = context;
  const data: InlineData[] = [];
  const paragraphFace = faces.faceOf(style.text, style.lineHeight, style.lead);
  const push = (each: InlineData): void => {
    const last = data.at(-1);
    if (typeof each === 'string' && typeof last === 'string') data[data.length - 1] = last + each;
    else data.push(each);
  };
  const addText = (text: string, run: Run & { kind: 'text' }): void => {
    const layout = runLayout(run.layout, style.text);
    for (const part of capitalized(text, layout, faces.sizeOf(layout))) {
      const face = faces.faceOf(part.layout, style.lineHeight, style.lead);
      const inner = { ...place, size: faces.sizeOf(part.layout), font: faces.fontOf(part.layout) };
      for (const each of inlineData(run, part.text, inner, context)) {
        const isPlain = typeof each === 'string' && face === paragraphFace && run.underline !== true;
        push(isPlain ? each : withFace(each, run, face));
      }
    }
  };
  for (const inline of content) {
    if (inline.kind === 'text') {
      const text = streamSafe(cleanText(inline.text.replaceAll(LINE_ENDS, ' ')));
      for (const [index, part] of text.split('\t').entries()) {
        if (index > 0) data.push({ k: 'tab' });
        if (part !== '') addText(part, inline);
      }
    } else if (inline.kind === 'page_number' || inline.kind === 'page_count') {
      const face = faces.faceOf(runLayout(inline.layout, style.text), style.lineHeight, style.lead);
      data.push({
        k: inline.kind === 'page_number' ? 'pn' : 'pc',
        f: face,
        b: inline.bold,
        i: inline.italic,
        u: inline.underline,
      });
    } else for (const each of inlineData(inline, '', place, context)) push(each);
  }
  return data;
}
