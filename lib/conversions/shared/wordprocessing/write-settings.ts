import type { DocumentTree } from '../../document/document-tree.ts';
import { documentTitle, type OutlineEntry, outlineOf } from '../../document/outline.ts';
import { languageOf } from '../../document/tree-language.ts';
import type { officePageOptions } from '../../engine/options.ts';
import { type PageSetup, pageSetup } from '../../engine/page-setup.ts';
import type { RoleRequest } from '../../engine/role.ts';
import { type FormulaParser, loadFormulas } from '../math/load-formulas.ts';

/** Settings for writing a text document. */
export interface WriteSettings {
  readonly page: PageSetup;
  readonly outline: readonly OutlineEntry[];
  readonly toc: boolean;
  readonly title: string | null;
  readonly language: string | null;
  readonly formula: FormulaParser;
  /** Maximum size of the result, in bytes. */
  readonly maxBytes?: number | undefined;
}

/** The settings for writing a document as a request asks for it. */
export async function writeSettings(
  tree: DocumentTree,
  { options, filename, maxResultBytes }: RoleRequest<typeof officePageOptions>,
): Promise<WriteSettings> {
  const outline = outlineOf(tree);
  return {
    page: pageSetup(options, tree.paper),
    outline,
    toc: options.toc,
    title: documentTitle(tree, outline, filename),
    language: await languageOf(tree),
    formula: await loadFormulas(tree),
    maxBytes: maxResultBytes,
  };
}
