import { readIsoTime } from '../../base/iso-time.ts';
import { oneLine } from '../../document/clean-text.ts';
import { noInfo } from '../../document/document-info.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';
import type { HtmlElement } from './html-node.ts';
import { rawText } from './leaf-elements.ts';

/** Metadata and base URL of a page. */
interface PageHead {
  readonly metadata: DocumentInfo;
  readonly language: string | undefined;
  readonly base: string | undefined;
}

/** Reads metadata elements, inside or outside of `head`. */
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
  const firstOf = (...names: readonly string[]): string | undefined =>
    names.map((name) => meta.get(name)).find((content) => content !== undefined);
  return {
    metadata: {
      ...noInfo,
      title: title || (firstOf('og:title', 'dc.title', 'dcterms.title') ?? null),
      author: firstOf('author', 'dc.creator', 'dcterms.creator', 'article:author') ?? null,
      subject: firstOf('description', 'dc.description', 'og:description') ?? null,
      keywords: firstOf('keywords') ?? null,
      creator: firstOf('generator') ?? null,
      created: readIsoTime(firstOf('article:published_time', 'date', 'dcterms.created', 'dc.date')),
      modified: readIsoTime(firstOf('article:modified_time', 'last-modified', 'dcterms.modified')),
    },
    language,
    base,
  };
}
