import { describe, expect, it } from 'vitest';
import { nodesOf, placeOf, type SyntaxNode, sourceFiles, sourceOf } from './source-tree.ts';

// These callers pass few arguments for any document: qpdf options, arguments of a native function, path segments, what a
// program prints.
const SHORT = [
  /^print$/,
  /^qpdf\.run$/,
  /^writeFile$/,
  /^call$/,
  /^join$/,
  /^Object\.assign$/,
  /^String\.raw$/,
];

const hasSpread = ({ arguments: args }: SyntaxNode): boolean =>
  Array.isArray(args) && args.some((argument: SyntaxNode) => argument.type === 'SpreadElement');

describe('call arguments', () => {
  it('are never spread from arrays that grow with a document', () => {
    const files = sourceFiles('lib/conversions/**/*.ts').filter(({ text }) => text.includes('...'));
    const found = files.flatMap((file) =>
      nodesOf(file)
        .filter(hasSpread)
        .flatMap((call) => {
          const callee = sourceOf(file, call).split('(')[0] ?? '';
          return SHORT.some((pattern) => pattern.test(callee)) ? [] : [`${placeOf(file, call)} ${callee}`];
        }),
    );

    expect(found).toEqual([]);
  });

  it('are never passed by apply from an array', () => {
    const files = sourceFiles('lib/conversions/**/*.ts').filter(({ text }) => text.includes('.apply('));
    const found = files.flatMap((file) =>
      nodesOf(file)
        .filter(({ type }) => type === 'CallExpression')
        .filter((call) => /^[\w.]+\.apply\(/.test(sourceOf(file, call)))
        .map((call) => placeOf(file, call)),
    );

    expect(found).toEqual([]);
  });
});
