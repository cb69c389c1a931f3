import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import { walkDocument } from '../../document/walk-blocks.ts';

/** A part of a formula in MathML Core, which browsers render without scripts. */
export interface MathMlNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly children?: readonly MathMlNode[];
}

/** A whole formula. */
export interface MathMlFormula extends MathMlNode {
  /** The formula as XML. */
  readonly toMarkup: () => string;
}

/** Converts TeX to MathML. Returns undefined if it is invalid, or uses unknown or unsafe commands. */
export type FormulaParser = (tex: string, isDisplay: boolean) => MathMlFormula | undefined;

// Longer than real formulas. TeX parsing can take more than linear time.
const MAX_CHARACTERS = 4_000;

const settings = { throwOnError: true, trust: false, xml: true, maxExpand: 500 };

type Render = (tex: string, settings: object) => MathMlFormula;

const isRender = (value: unknown): value is Render => typeof value === 'function';

/** Loads the TeX parser. */
export async function loadFormulaParser(): Promise<FormulaParser> {
  const { default: temml } = await import('temml');
  // The type declarations use a different name.
  const render: unknown = Reflect.get(temml, '__renderToMathMLTree');
  if (!isRender(render)) throw new TypeError('Temml does not export its tree.');
  return (tex, isDisplay) => {
    if (tex.length > MAX_CHARACTERS) return undefined;
    try {
      return render(tex, { ...settings, displayMode: isDisplay });
    } catch {
      return undefined;
    }
  };
}

const hasMath = (block: TreeBlock): boolean =>
  (block.kind === 'heading' || block.kind === 'paragraph') &&
  block.content.some(({ kind }) => kind === 'math');

/** The TeX parser for a document. It is loaded only if the document has formulas. */
export async function loadFormulas(tree: DocumentTree): Promise<FormulaParser> {
  for (const block of walkDocument(tree)) if (hasMath(block)) return await loadFormulaParser();
  return () => undefined;
}
