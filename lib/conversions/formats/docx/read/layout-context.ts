import type { RunStyle } from '../../../shared/wordprocessing/run-style.ts';
import type { Endnotes } from './endnotes.ts';
import type { ParagraphFormat } from './paragraph-format.ts';
import type { ThemeFonts } from './run-format.ts';
import type { TableStyle } from './table-style.ts';

/** What a target that shows pages needs besides the content. */
export interface LayoutContext {
  readonly theme: ThemeFonts;
  /** The table styles read so far. */
  readonly tableStyles: Map<string, TableStyle>;
  readonly endnotes: Endnotes;
  /** What the style of the enclosing table sets. */
  readonly around?: { readonly run: RunStyle; readonly format: ParagraphFormat | undefined } | undefined;
}
