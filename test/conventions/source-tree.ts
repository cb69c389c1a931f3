import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A node of a syntax tree (ESTree with TypeScript). */
export type SyntaxNode = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};

/** A source file, and what Oxc's parser finds in it: its imports, and its syntax tree, which is costly to read. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly program: SyntaxNode;
}

/** A literal specifier that a file imports or re-exports from. */
interface Import {
  readonly specifier: string;
  readonly start: number;
  /** Whether it imports only types. */
  readonly isType: boolean;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const parsed = new Map<string, SourceFile>();

type Parsed = ReturnType<typeof parseSync>;

const importsOf = (
  text: string,
  { staticImports, staticExports, dynamicImports }: Parsed['module'],
): Import[] => [
  ...staticImports.map(({ start, moduleRequest, entries }) => ({
    start,
    specifier: moduleRequest.value,
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
  })),
  ...staticExports.flatMap(({ start, entries }) => {
    const specifier = entries.find((entry) => entry.moduleRequest)?.moduleRequest?.value;
    return specifier === undefined
      ? []
      : [{ start, specifier, isType: entries.every((entry) => entry.isType) }];
  }),
  ...dynamicImports.flatMap(({ start, moduleRequest }) => {
    const [, specifier] = /^'([^']+)'$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
    return specifier === undefined ? [] : [{ start, specifier, isType: false }];
  }),
];

const parse = (path: string): SourceFile => {
  const text = readFileSync(path, 'utf8');
  const result = parseSync(path, text);
  const file = {
    path,
    text,
    imports: importsOf(text, result.module),
    get program() {
      return result.program as unknown as SyntaxNode;
    },
  };
  parsed.set(path, file);
  return file;
};

/** The project's source files that `patterns` match, parsed. */
export const sourceFiles = (...patterns: readonly string[]): SourceFile[] =>
  globSync([...patterns], { exclude: ['**/node_modules'] })
    .toSorted()
    .map((path) => parsed.get(path) ?? parse(path));

const listed = new Map<SourceFile, SyntaxNode[]>();

/** Every node of a file's tree, parents before their children. */
export function nodesOf(file: SourceFile): SyntaxNode[] {
  const known = listed.get(file);
  if (known !== undefined) return known;
  const found = [file.program];
  for (const node of found)
    for (const value of Object.values(node)) {
      if (isNode(value)) found.push(value);
      else if (Array.isArray(value)) for (const each of value) if (isNode(each)) found.push(each);
    }
  listed.set(file, found);
  return found;
}

/** `path:line` of a node. */
export const placeOf = ({ path, text }: SourceFile, { start }: { readonly start: number }): string =>
  `${path}:${text.slice(0, start).split('\n').length}`;

/** The source of a node. */
export const sourceOf = ({ text }: SourceFile, { start, end }: SyntaxNode): string => text.slice(start, end);
