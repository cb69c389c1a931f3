import { readIsoTime } from '../../base/iso-time.ts';
import { oneLine } from '../../document/clean-text.ts';
import { type DocumentInfo, noInfo } from '../../document/document.ts';
import type { HtmlElement } from './html-node.ts';
import { rawText } from './leaf-elements.ts';

/** What a page says about itself, and where its addresses begin. */
export interface PageHead {
  readonly info: DocumentInfo;
  readonly language: string | undefined;
  readonly base: string | undefined;
}

/** Reads what stands in the head of a page, wherever the page has put it. */
export function readHead(root: HtmlElement): PageHead {
  const meta = new Map<string, string>();
  let title: string | undefined;
  let base: string | undefined;
  let language: string | undefined;
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      const { name, attributes } = child;
      if (name === 'html') language ??= attributes.lang ?? attributes['xml:lang'];
      if (name === 'title') title ??= oneLine(rawText(child)).trim();
      if (name === 'base') base ??= attributes.href;
      if (name === 'meta') {
        const key = (attributes.name ?? attributes.property ?? '').toLowerCase();
        const content = oneLine(attributes.content ?? '').trim();
        if (key !== '' && content !== '' && !meta.has(key)) meta.set(key, content);
      }
      if (name === 'html' || name === 'head' || name === 'body') visit(child);
    }
  };
  visit(root);
  const said = (...names: readonly string[]): string | undefined =>
    names.map((name) => meta.get(name)).find((content) => content !== undefined);
  return {
    info: {
      ...noInfo,
      title: title || (said('og:title', 'dc.title', 'dcterms.title') ?? null),
      author: said('author', 'dc.creator', 'dcterms.creator', 'article:author') ?? null,
      subject: said('description', 'dc.description', 'og:description') ?? null,
      keywords: said('keywords') ?? null,
      creator: said('generator') ?? null,
      created: readIsoTime(said('article:published_time', 'date', 'dcterms.created', 'dc.date')),
      modified: readIsoTime(said('article:modified_time', 'last-modified', 'dcterms.modified')),
    },
    language,
    base,
  };
}
