import type { Comment } from '../../../document/document-tree.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';

/** The remarks of readers on a document, in the order of the text. */
export interface Comments {
  /** Starts and ends the text that a comment is about (ECMA-376 part 1, 17.13.4). */
  readonly start: (id: string | undefined) => void;
  readonly end: (id: string | undefined) => void;
  /** Adds text of the document to the comments that are about it. */
  readonly see: (text: string) => void;
  /** A reference in the text: the place of the comment. */
  readonly refer: (id: string | undefined) => void;
  /** The comments that the text refers to, with `textOf` what they say. */
  readonly list: (textOf: (element: XmlElement) => string) => Comment[];
}

// Characters of the text that a comment is about; a comment on a chapter quotes its start.
const MAX_QUOTE = 500;
// Comments that start before any of them ends.
const MAX_OPEN = 100;

/** Collects comments. `find` returns the element with an identifier. */
export function createComments(find: (id: string) => XmlElement | undefined): Comments {
  const open = new Map<string, string>();
  const quotes = new Map<string, string>();
  const referred = new Map<string, XmlElement>();
  return {
    start: (id) => {
      if (id !== undefined && open.size < MAX_OPEN) open.set(id, '');
    },
    end: (id) => {
      const quote = id === undefined ? undefined : open.get(id);
      if (id === undefined || quote === undefined) return;
      quotes.set(id, quote.trim());
      open.delete(id);
    },
    see: (text) => {
      for (const [id, quote] of open)
        if (quote.length < MAX_QUOTE) open.set(id, (quote + text).slice(0, MAX_QUOTE));
    },
    refer: (id) => {
      const element = id === undefined || referred.has(id) ? undefined : find(id);
      if (id !== undefined && element !== undefined) referred.set(id, element);
    },
    list: (textOf) =>
      [...referred].map(([id, element]) => ({
        author: element.attributes['w:author'] ?? null,
        created: element.attributes['w:date'] ?? null,
        text: textOf(element),
        quote: quotes.get(id) || undefined,
      })),
  };
}
