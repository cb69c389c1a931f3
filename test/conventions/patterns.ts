import { nodesOf, placeOf, type SyntaxNode, sourceFiles, sourceOf } from './source-tree.ts';

/** A regular expression in the source; `source` is the literal, or the call that builds it. */
interface Pattern {
  readonly source: string;
  readonly place: string;
  readonly isLiteral: boolean;
}

const isBuilt = ({ type, callee }: SyntaxNode): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') &&
  typeof callee === 'object' &&
  callee !== null &&
  'name' in callee &&
  callee.name === 'RegExp';

// A repetition of at most as many characters costs no more than a constant factor.
const SMALL_REPETITIONS = 100;

/** A pattern without its classes and escapes, which may contain `*` and `+` as characters. */
const structureOf = (source: string): string => source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');

/** Whether a pattern repeats a group without a limit. */
export const repeatsGroup = (source: string): boolean => /\)(?:[*+]|\{\d+,\})/.test(structureOf(source));

/** Whether a pattern repeats something without a small limit; the others cannot be slow. */
function repeats(source: string): boolean {
  const plain = structureOf(source);
  if (/[*+]|\{\d+,\}/.test(plain)) return true;
  return [...plain.matchAll(/\{(?:\d+,)?(\d+)\}/g)].some(([, most]) => Number(most) > SMALL_REPETITIONS);
}

/** The regular expressions of the code that meets input and that may be slow: literals, and every one that is built. */
export function inputPatterns(): Pattern[] {
  return sourceFiles('lib/**/*.ts', 'functions/**/*.ts', 'admin/**/*.ts').flatMap((file) =>
    nodesOf(file).flatMap((node): Pattern[] => {
      const isLiteral = node.type === 'Literal' && 'regex' in node;
      if (!isLiteral && !isBuilt(node)) return [];
      const source = sourceOf(file, node);
      return isLiteral && !repeats(source) ? [] : [{ source, place: placeOf(file, node), isLiteral }];
    }),
  );
}
