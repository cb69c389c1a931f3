import { trimLineEnds } from '../../base/trim-text.ts';
import type { FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, inlineText, type TreeBlock } from '../../document/document-tree.ts';
import { trimLine, withoutCommon } from '../../document/trim-line.ts';
import { styleFacts } from './style-kinds.ts';

/** Facts about a paragraph from its style. */
interface LineStyle {
  readonly name?: string | undefined;
  readonly isCaption?: boolean | undefined;
  readonly isCode?: boolean | undefined;
  /** True if its empty paragraphs show a line. */
  readonly isRule?: boolean | undefined;
  /** Quote depth. */
  readonly quoteLevel?: number | undefined;
  readonly align?: 'left' | 'center' | 'right' | 'justify' | undefined;
}

/** The indent of a paragraph, and the indent to which its style adds. */
interface Indents {
  readonly own?: number | undefined;
  readonly whole?: number | undefined;
}

/** Creates a paragraph with the facts from its style. */
export const paragraphOf = (content: readonly Inline[], style: LineStyle): TreeBlock => ({
  kind: 'paragraph',
  content,
  // Left is the default.
  align: style.align === 'left' ? undefined : style.align,
  ...styleFacts(style),
});

const isAllCode = (line: readonly Inline[]): boolean =>
  line.some((inline) => inline.kind === 'text') &&
  line.every((inline) =>
    inline.kind === 'text' ? inline.code === true || inline.text.trim() === '' : inline.kind === 'line_break',
  );

/**
 * Returns formulas as display formulas if the paragraph contains nothing else: a single formula, or several without anything
 * between them. Formulas separated by spaces stay inline.
 */
function displayed(content: readonly Inline[], style: LineStyle): FlatBlock[] | undefined {
  const formulas = content.filter((inline) => inline.kind === 'math');
  const isAlone = content.every(
    ({ kind, ...inline }) =>
      kind === 'math' || kind === 'line_break' || ('text' in inline && inline.text.trim() === ''),
  );
  const isLine =
    content.some(({ kind }) => kind === 'text') && formulas.some((formula) => formula.display !== true);
  if (formulas.length === 0 || !isAlone || (formulas.length > 1 && isLine)) return undefined;
  return formulas.map((formula) => ({
    kind: 'block',
    block: paragraphOf([{ ...formula, display: true }], style),
  }));
}

/** Returns the blocks of a paragraph that is neither a heading nor a list item. */
export function lineBlocks(
  line: readonly Inline[],
  style: LineStyle,
  { own: indent, whole }: Indents = {},
): FlatBlock[] {
  // Removes only trailing white space of lines.
  const code = (): string => trimLineEnds(inlineText(line));
  if (style.isCode === true) return [{ kind: 'code', text: code(), indent }];
  const content = trimLine(line);
  if (content.length === 0)
    return style.isRule === true ? [{ kind: 'block', block: { kind: 'rule' }, indent }] : [];
  const formulas = displayed(content, style);
  if (formulas !== undefined) return formulas;
  const { quoteLevel: level } = style;
  if (level !== undefined)
    return [{ kind: 'quote', block: paragraphOf(withoutCommon(content, 'italic'), style), level, indent }];
  // Prose that is entirely in a monospaced font is not inline code.
  if (isAllCode(content))
    return [{ kind: 'mono', text: code(), block: paragraphOf(withoutCommon(content, 'code'), style) }];
  // As in headings, a style of the whole line belongs to the caption and is not emphasis.
  const shown = style.isCaption === true ? withoutCommon(content, 'bold', 'italic') : content;
  return [{ kind: 'block', block: paragraphOf(shown, style), indent: whole }];
}
