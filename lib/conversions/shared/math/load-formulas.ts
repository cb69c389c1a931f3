import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';

function hasMath(blocks: readonly TreeBlock[]): boolean {
  return blocks.some((block) => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return block.content.some((piece) => piece.kind === 'math');
      case 'list':
        return block.items.some((item) => hasMath(item.blocks));
      case 'quote':
        return hasMath(block.blocks);
      case 'table':
        return block.rows.some((row) => row.some((cell) => typeof cell !== 'string' && hasMath(cell.blocks)));
      default:
        return false;
    }
  });
}

// Longer than real formulas. TeX parsing can take more than linear time.
const MAX_CHARACTERS = 4_000;

const settings = { throwOnError: true, trust: false, xml: true, maxExpand: 500 };

/**
 * Returns a function that converts TeX to MathML Core, which browsers render without scripts. It returns undefined for
 * invalid TeX. The converter is loaded only if the document has formulas.
 */
export async function loadFormulas(
  tree: DocumentTree,
): Promise<(tex: string, isDisplay: boolean) => string | undefined> {
  if (!hasMath(tree.blocks) && !tree.notes.some(hasMath)) return () => undefined;
  const { default: temml } = await import('temml');
  return (tex, isDisplay) => {
    if (tex.length > MAX_CHARACTERS) return undefined;
    try {
      return temml.renderToString(tex, { ...settings, displayMode: isDisplay });
    } catch {
      return undefined;
    }
  };
}

/** A part of a formula in MathML Core, as the converter gives it. */
export interface MathMlNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly children?: readonly MathMlNode[];
}

type Render = (tex: string, settings: object) => MathMlNode;

const isRender = (value: unknown): value is Render => typeof value === 'function';

/** Returns a function that converts TeX to the nodes of MathML Core, for formats with other formulas. See {@link loadFormulas}. */
export async function loadFormulaNodes(
  tree: DocumentTree,
): Promise<(tex: string, isDisplay: boolean) => MathMlNode | undefined> {
  if (!hasMath(tree.blocks) && !tree.notes.some(hasMath)) return () => undefined;
  const { default: temml } = await import('temml');
  // Not in the library's types, but the only way to the nodes without parsing its result.
  const render: unknown = Reflect.get(temml, '__renderToMathMLTree');
  if (!isRender(render)) return () => undefined;
  return (tex, isDisplay) => {
    if (tex.length > MAX_CHARACTERS) return undefined;
    try {
      return render(tex, { ...settings, displayMode: isDisplay });
    } catch {
      return undefined;
    }
  };
}
