import { merged } from '../../base/merged.ts';
import type { FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { mergeRuns } from '../../document/merge-runs.ts';
import type { ParagraphLayout } from '../../document/page-layout.ts';
import type { OdfContext } from './context.ts';
import type { OdfStyle } from './styles.ts';

const pageBreak: FlatBlock = { kind: 'block', block: { kind: 'page_break' } };

/** White space at the ends of a paragraph is not shown: OpenDocument 1.3, part 3, 6.1.2. */
function withoutEdges(line: readonly Inline[]): Inline[] {
  const content = mergeRuns(line);
  const first = content[0];
  if (first?.kind === 'text') content[0] = { ...first, text: first.text.replace(/^ /, '') };
  return content.filter((inline) => inline.kind !== 'text' || inline.text !== '');
}

/** The blocks before a paragraph: a page break, or the pages of another master page. */
function breaksBefore(style: OdfStyle, context: OdfContext): FlatBlock[] {
  const setup = style.masterPage === undefined ? undefined : context.masters?.get(style.masterPage);
  if (setup !== undefined) return [{ kind: 'block', block: { kind: 'page_setup', setup } }];
  return style.pageBreakBefore === true ? [pageBreak] : [];
}

/** Converts a paragraph to blocks with page layout. Nothing is assembled, and an empty paragraph is a block. */
export function laidOdfBlocks(
  line: readonly Inline[],
  style: OdfStyle,
  level: number,
  label: string,
  context: OdfContext,
): FlatBlock[] {
  const text = style.run.layout;
  const shown = withoutEdges(line);
  const labelled = label === '' ? shown : [textRun(`${label} `, { layout: text }), ...shown];
  const isFormula = labelled.length > 0 && labelled.every((inline) => inline.kind === 'math');
  const content = isFormula ? labelled.map((inline) => ({ ...inline, display: true as const })) : labelled;
  const own = { content, align: style.align, layout: { ...style.layout, text } };
  const block: TreeBlock =
    level > 0 && content.length > 0 ? { kind: 'heading', level, ...own } : { kind: 'paragraph', ...own };
  const after = style.breaksAfter === true ? [pageBreak] : [];
  return [...breaksBefore(style, context), { kind: 'block', block }, ...after];
}

/** Adds a list item's label and indents to its paragraph. */
export function laidItem(
  block: TreeBlock,
  label: string,
  indents: Pick<ParagraphLayout, 'left' | 'firstLine'>,
): TreeBlock {
  if (block.kind !== 'paragraph' && block.kind !== 'heading') return block;
  const layout = merged<ParagraphLayout>(block.layout, indents) ?? {};
  if (label === '') return { ...block, layout: { ...layout, firstLine: 0 } };
  return {
    ...block,
    content: [textRun(`${label}\t`, { layout: layout.text }), ...block.content],
    layout,
  };
}
