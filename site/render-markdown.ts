import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it';
import { codeBlock, codeTabs, type Tab } from './highlight.ts';
import { escaped } from './html.ts';
import type { Page } from './page.ts';
import { projectFolder } from './pages.ts';

/** A heading of a page, for "On this page" and the search. */
export type Heading = { readonly level: number; readonly id: string; readonly text: string };

/** A page and its headings, which rendering collects. */
export type Rendering = { readonly page: Page; readonly headings: Heading[] };

/** The surroundings of a page: the URLs of documents, and the files that pages show. */
export type Surroundings = {
  /** Returns the page that is rendered, by the URL in the data of its template. */
  readonly rendering: (url: unknown) => Rendering;
  /** Returns the URL of the page with this source, relative to the project. */
  readonly urlOf: (source: string) => string | undefined;
  /** Returns the URL and size of an image, relative to the project. */
  readonly image: (source: string) => {
    readonly url: string;
    readonly width: number;
    readonly height: number;
  };
};

/** Returns the id of a heading as GitHub forms it. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

const textOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');

const headingOf = (token: Token | undefined): { readonly id: string; readonly text: string } => ({
  id: String(token?.attrGet('id')),
  text: String(token?.meta?.text),
});

/** Gives each heading its id. Leaves out the first heading of level 1. */
const addHeadings = (markdown: MarkdownIt, { rendering }: Surroundings): void => {
  markdown.core.ruler.push('headings', (state) => {
    const { headings } = rendering(state.env.docsUrl);
    if (state.tokens[0]?.type === 'heading_open' && state.tokens[0].tag === 'h1') state.tokens.splice(0, 3);
    const seen = new Map<string, number>();
    for (const [index, token] of state.tokens.entries()) {
      if (token.type !== 'heading_open') continue;
      const text = textOf(state.tokens[index + 1]);
      const slug = slugOf(text);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      const id = count === 0 ? slug : `${slug}-${count}`;
      token.attrSet('id', id);
      token.meta = { text };
      headings.push({ level: Number(token.tag.slice(1)), id, text });
    }
  });
  markdown.renderer.rules.heading_close = (tokens, index) => {
    const open = tokens.slice(0, index).findLast(({ type }) => type === 'heading_open');
    const { id, text } = headingOf(open);
    return ` <a class="anchor" href="#${escaped(id)}" aria-label="Link to “${escaped(text)}”">#</a></${tokens[index]?.tag}>\n`;
  };
};

const tabLabel = (token: Token | undefined): string | undefined =>
  token?.type === 'fence' ? /\btab=(?:"([^"]+)"|(\S+))/.exec(token.info)?.slice(1).find(Boolean) : undefined;

/** Shows code with colours, and consecutive blocks whose info has `tab=` as tabs. */
const addCode = (markdown: MarkdownIt): void => {
  markdown.renderer.rules.fence = (tokens, index) => {
    const { content, info } = tokens[index] ?? { content: '', info: '' };
    const language = /^\S*/.exec(info)?.[0] ?? '';
    if (tabLabel(tokens[index]) === undefined) return codeBlock(content, language);
    if (tabLabel(tokens[index - 1]) !== undefined) return '';
    const tabs: Tab[] = [];
    for (let at = index; ; at += 1) {
      const label = tabLabel(tokens[at]);
      const token = tokens[at];
      if (label === undefined || token === undefined) break;
      tabs.push({ label, language: /^\S*/.exec(token.info)?.[0] ?? '', code: token.content });
    }
    return codeTabs(`tabs-${index}`, tabs);
  };
};

const alertTitles: Readonly<Record<string, string>> = {
  NOTE: 'Note',
  TIP: 'Tip',
  IMPORTANT: 'Important',
  WARNING: 'Warning',
  CAUTION: 'Caution',
};

/** Shows the alerts of GitHub: quotations that start with `[!NOTE]`. */
const addCallouts = (markdown: MarkdownIt): void => {
  markdown.core.ruler.after('block', 'callouts', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      const inline = state.tokens[index + 2];
      const match = /^\[!([A-Z]+)\]\n?/.exec(inline?.content ?? '');
      const title = alertTitles[match?.[1] ?? ''];
      if (token.type !== 'blockquote_open' || inline?.type !== 'inline' || title === undefined) continue;
      inline.content = `**${title}.** ${inline.content.slice(match?.[0].length)}`;
      token.attrSet('class', `callout ${title.toLowerCase()}`);
    }
  });
};

/** Wraps tables, so that they scroll in themselves, by keyboard too. An empty cell of the header row heads nothing. */
const addTables = (markdown: MarkdownIt): void => {
  markdown.renderer.rules.table_open = (tokens, index) => {
    const before = tokens.slice(0, index).findLast(({ type }) => type === 'heading_open');
    const label = before === undefined ? 'Table' : `Table: ${headingOf(before).text}`;
    return `<div class="table" tabindex="0" role="group" aria-label="${escaped(label)}"><table>\n`;
  };
  markdown.core.ruler.push('empty headers', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      const close = state.tokens[index + 2];
      if (token.type === 'th_open' && close !== undefined && state.tokens[index + 1]?.content === '')
        for (const end of [token, close]) end.tag = 'td';
    }
  });
  markdown.renderer.rules.table_close = () => '</table></div>\n';
};

const isExternal = (href: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(href);

/** Rewrites links between Markdown files to URLs. A link to a file that is not a page becomes plain text. */
const addLinks = (markdown: MarkdownIt, { urlOf, image, rendering }: Surroundings): void => {
  const target = (page: Page, href: string): string | undefined => {
    if (isExternal(href) || href.startsWith('#') || href.startsWith('/')) return href;
    const [path = '', anchor] = href.split('#');
    const file = normalize(join(dirname(page.source ?? ''), decodeURIComponent(path)));
    const url = urlOf(file);
    if (url !== undefined) return anchor === undefined ? url : `${url}#${anchor}`;
    if (!existsSync(join(projectFolder, file)))
      throw new Error(`${page.source ?? page.url}: no file ${href}`);
    return undefined;
  };
  markdown.core.ruler.push('links', (state) => {
    const { page } = rendering(state.env.docsUrl);
    for (const { children } of state.tokens) {
      for (const [index, token] of (children ?? []).entries()) {
        if (token.type === 'image') {
          const source = normalize(join(dirname(page.source ?? ''), String(token.attrGet('src'))));
          const { url, width, height } = image(source);
          token.attrSet('src', url);
          token.attrSet('width', String(width));
          token.attrSet('height', String(height));
          token.attrSet('loading', 'lazy');
        }
        if (token.type !== 'link_open') continue;
        const href = target(page, String(token.attrGet('href')));
        if (href !== undefined) {
          token.attrSet('href', href);
          continue;
        }
        const close = (children ?? []).find(({ type }, at) => type === 'link_close' && at > index);
        for (const end of [token, close]) if (end !== undefined) [end.tag, end.attrs] = ['span', null];
      }
    }
  });
};

/** Creates the renderer of pages. Its environment has the URL of the page as `docsUrl`. */
export const createRenderer = (surroundings: Surroundings): MarkdownIt => {
  const markdown = createMarkdown({ html: true });
  for (const add of [addHeadings, addCode, addCallouts, addTables, addLinks]) add(markdown, surroundings);
  return markdown;
};
