import { createRequire } from 'node:module';
import { escaped } from './html.ts';

/** The part of highlight.js that is used. Its own types need those of a browser. */
type Highlighter = {
  registerLanguage(name: string, language: unknown): void;
  registerAliases(names: readonly string[], target: { readonly languageName: string }): void;
  getLanguage(name: string): unknown;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: true },
  ): { value: string };
};

const require = createRequire(import.meta.url);
const highlighter: Highlighter = require('highlight.js/lib/core');
for (const name of ['bash', 'diff', 'http', 'json', 'markdown', 'python', 'typescript', 'xml', 'yaml'])
  highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));
// highlight.js has a language `shell` for transcripts with prompts.
highlighter.registerAliases(['shell', 'console'], { languageName: 'bash' });
highlighter.registerAliases(['js', 'javascript'], { languageName: 'typescript' });

/** Returns code as HTML whose colours are classes. Code in an unknown language has none. */
export const highlighted = (code: string, language: string): string =>
  highlighter.getLanguage(language) === undefined
    ? escaped(code)
    : highlighter.highlight(code, { language, ignoreIllegals: true }).value;

/** Returns a block of code, which scrolls in itself and can be focused to scroll it by keyboard. */
export const codeBlock = (code: string, language: string, label = 'Code'): string =>
  `<div class="code"><pre tabindex="0" role="group" aria-label="${escaped(label)}"><code class="language-${escaped(language || 'text')}">${highlighted(code.trimEnd(), language)}</code></pre></div>`;

/** Code in one of several languages, as a tab. */
export type Tab = { readonly label: string; readonly language: string; readonly code: string };

/** Returns tabs without a script: radio buttons of the group `id`, each followed by its panel. */
export const codeTabs = (id: string, tabs: readonly Tab[]): string =>
  `<div class="tabs" role="group" aria-label="Code">${tabs
    .map(
      ({ label, language, code }, index) =>
        `<input type="radio" name="${id}" id="${id}-${index}" value="${escaped(label)}"${index === 0 ? ' checked' : ''}><label for="${id}-${index}">${escaped(label)}</label>${codeBlock(code, language, label)}`,
    )
    .join('')}</div>`;
