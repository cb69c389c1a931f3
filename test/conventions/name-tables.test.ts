import { describe, expect, it } from 'vitest';
import { nodesOf, placeOf, type SyntaxNode, sourceFiles, sourceOf } from './source-tree.ts';

const isPlainTable = (text: string, init: unknown): boolean =>
  /^[^=]*:\s*(?:Readonly<\s*)?Record<\s*string\b/.test(text) &&
  typeof init === 'object' &&
  init !== null &&
  'type' in init &&
  init.type === 'ObjectExpression';

describe('tables indexed by untrusted names', () => {
  it('inherit nothing: they use nameTable or Object.create(null)', () => {
    const files = sourceFiles('lib/conversions/**/*.ts').filter(({ text }) =>
      /Record<\s*string\b/.test(text),
    );
    const found = files.flatMap((file) =>
      nodesOf(file)
        .filter(({ type }) => type === 'VariableDeclarator')
        .filter((node: SyntaxNode) => isPlainTable(sourceOf(file, node), node.init))
        .map((node) => placeOf(file, node)),
    );

    expect(found).toEqual([]);
  });
});
