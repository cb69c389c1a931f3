import { expect, it } from 'vitest';
import { jobErrors } from '../../lib/conversions/errors.ts';
import { nodesOf, type SyntaxNode, sourceFiles } from './source-tree.ts';

/** The parts of a string or a template that its expressions separate. */
const partsOf = ({ type, value, quasis }: SyntaxNode): string[] => {
  if (type === 'Literal') return typeof value === 'string' ? [value] : [];
  return type === 'TemplateLiteral'
    ? (quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked)
    : [];
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The texts of the files that create errors of jobs, as patterns. */
const messages = sourceFiles('lib/conversions/**/*.ts', 'lib/jobs/**/*.ts')
  .filter(({ path, text }) => path !== 'lib/conversions/errors.ts' && text.includes('new ConversionError('))
  .concat(sourceFiles('lib/conversions/routing/failures.ts', 'lib/jobs/hold-for-scan.ts'))
  .flatMap((file) => nodesOf(file).map(partsOf))
  .map((parts) => ({
    ownLength: parts.join('').length,
    pattern: new RegExp(`^${parts.map(escaped).join('.+')}$`),
  }));

it.each(Object.entries(jobErrors))('the example of %s is a message of the code', (_, { example }) => {
  // A template of only expressions could read as any text.
  const isReal = messages.some(
    ({ ownLength, pattern }) => ownLength > example.length / 2 && pattern.test(example),
  );

  expect([example, isReal]).toEqual([example, true]);
});
