import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A block of code in a document. */
export type CodeBlock = {
  readonly language: string;
  readonly code: string;
  /** Whether its info string lacks `norun`. */
  readonly isRun: boolean;
};

/** The fenced blocks of code in Markdown. */
export const codeBlocks = (markdown: string): CodeBlock[] =>
  [...markdown.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map(
    ([, language = '', info = '', code = '']) => ({
      language,
      code,
      isRun: !/\bnorun\b/.test(info),
    }),
  );

/** The hand-written pages of the documentation, by their paths in the project. */
export const pagesOfSite = (): { readonly name: string; readonly markdown: string }[] =>
  globSync('docs/site/**/*.md', { cwd: root })
    .sort()
    .map((name) => ({ name, markdown: readFileSync(join(root, name), 'utf8') }));
