import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A node of a syntax tree (ESTree with TypeScript). */
export type SyntaxNode = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};

/** A source file and its syntax tree. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const parsed = new Map<string, SourceFile>();

const parse = (path: string): SourceFile => {
  const text = readFileSync(path, 'utf8');
  const file = { path, text, program: parseSync(path, text).program as unknown as SyntaxNode };
  parsed.set(path, file);
  return file;
};

/** The project's source files that `patterns` match, parsed. */
export const sourceFiles = (...patterns: readonly string[]): SourceFile[] =>
  globSync([...patterns])
    .toSorted()
    .map((path) => parsed.get(path) ?? parse(path));

/** Every node of a tree, parents before their children. */
export function nodesOf(root: SyntaxNode): SyntaxNode[] {
  const found = [root];
  for (const node of found)
    for (const value of Object.values(node)) {
      if (isNode(value)) found.push(value);
      else if (Array.isArray(value)) for (const each of value) if (isNode(each)) found.push(each);
    }
  return found;
}

/** `path:line` of a node. */
export const placeOf = ({ path, text }: SourceFile, { start }: SyntaxNode): string =>
  `${path}:${text.slice(0, start).split('\n').length}`;

/** The source of a node. */
export const sourceOf = ({ text }: SourceFile, { start, end }: SyntaxNode): string => text.slice(start, end);
