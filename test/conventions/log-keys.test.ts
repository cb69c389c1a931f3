import { expect, it } from 'vitest';
import { nodesOf, placeOf, type SyntaxNode, sourceFiles, sourceOf } from './source-tree.ts';

/** Keys that Powertools drops from a line, and so loses their values. */
const reserved = ['level', 'message', 'sampling_rate', 'service', 'timestamp'];

const isLogCall = (source: string): boolean =>
  /^(?:\w+\.)?(?:log\.(?:debug|info|warn|error|critical|appendKeys)|warn)\(/.test(source);

/** The names of the members of the objects among the arguments of a call. */
const keysOf = ({ arguments: list }: SyntaxNode): string[] =>
  (list as SyntaxNode[])
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap(({ properties }) => properties as SyntaxNode[])
    .map(({ key }) => String((key as SyntaxNode | undefined)?.name));

it('no log line has a key that the logger drops', () => {
  const files = sourceFiles('functions/**/*.ts', 'lib/**/*.ts', 'services/**/*.ts');
  const calls = files
    .filter(({ text }) => /\blog\.|\bwarn\(/.test(text))
    .flatMap((file) =>
      nodesOf(file)
        .filter(({ type }) => type === 'CallExpression')
        .filter((call) => isLogCall(sourceOf(file, call)))
        .map((call) => ({ place: placeOf(file, call), keys: keysOf(call) })),
    );

  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter(({ keys }) => keys.some((key) => reserved.includes(key)))).toEqual([]);
});
