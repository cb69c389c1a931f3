import type { Comment } from '../../document/document-model.ts';
import { createQuotes } from '../wordprocessing/quotes.ts';
import type { XmlElement } from '../xml/element.ts';
import { readOdfComment } from './comment.ts';

/** The remarks of readers on a text, in its order (OpenDocument 1.3, part 3, 14.1 and 14.3). */
export interface Remarks {
  /** Adds a comment at its place, where the text that it is about starts. */
  readonly add: (element: XmlElement) => Comment;
  /** Ends the text of a comment by its name. */
  readonly end: (name: string | undefined) => void;
  /** Adds text of the document to the comments that are about it. */
  readonly see: (text: string) => void;
}

/** Collects comments in `list`. */
export function createRemarks(list: Comment[]): Remarks {
  const quotes = createQuotes();
  const indexes = new Map<string, number>();
  return {
    add: (element) => {
      const comment = readOdfComment(element);
      const name = element.attributes['office:name'];
      const index = list.push(comment) - 1;
      if (name !== undefined) {
        indexes.set(name, index);
        quotes.start(name);
      }
      return comment;
    },
    end: (name) => {
      const index = name === undefined ? undefined : indexes.get(name);
      const comment = index === undefined ? undefined : list[index];
      if (name === undefined || index === undefined || comment === undefined) return;
      quotes.end(name);
      const quote = quotes.of(name);
      if (quote !== undefined) list[index] = { ...comment, quote };
    },
    see: quotes.see,
  };
}
