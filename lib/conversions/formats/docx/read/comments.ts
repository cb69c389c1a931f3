import type { Comment } from '../../../document/document-model.ts';
import { createQuotes } from '../../../shared/wordprocessing/quotes.ts';
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

/** Collects comments. `find` returns the element with an identifier. */
export function createComments(find: (id: string) => XmlElement | undefined): Comments {
  const quotes = createQuotes();
  const referred = new Map<string, XmlElement>();
  return {
    start: quotes.start,
    end: quotes.end,
    see: quotes.see,
    refer: (id) => {
      const element = id === undefined || referred.has(id) ? undefined : find(id);
      if (id !== undefined && element !== undefined) referred.set(id, element);
    },
    list: (textOf) =>
      [...referred].map(([id, element]) => ({
        author: element.attributes['w:author'] ?? null,
        created: element.attributes['w:date'] ?? null,
        text: textOf(element),
        quote: quotes.of(id),
      })),
  };
}
