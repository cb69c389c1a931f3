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

// Longer than any formula; a reader of TeX takes more than linear time for some.
const MAX_CHARACTERS = 4_000;

/**
 * What sets the formulas of a document in MathML Core, which browsers show without a script. Loads nothing for a document
 * without formulas; gives undefined for TeX that is none.
 */
export async function loadFormulas(
  tree: DocumentTree,
): Promise<(tex: string, isDisplay: boolean) => string | undefined> {
  if (!hasMath(tree.blocks) && !tree.notes.some(hasMath)) return () => undefined;
  const { default: temml } = await import('temml');
  return (tex, isDisplay) => {
    if (tex.length > MAX_CHARACTERS) return undefined;
    try {
      return temml.renderToString(tex, {
        displayMode: isDisplay,
        throwOnError: true,
        trust: false,
        xml: true,
      });
    } catch {
      return undefined;
    }
  };
}
