import type { Comment } from '../../document/document-model.ts';
import { dttmTime } from '../../shared/wordprocessing/dttm.ts';
import { createQuotes } from '../../shared/wordprocessing/quotes.ts';

/** The remarks of readers on a document (RTF 1.9.1, "Comments (Annotations)"). */
export interface RtfComments {
  /** Sets a property of the next comment by the word of its destination. */
  readonly property: (name: string, text: string) => void;
  /** The author of the comment that is read. */
  readonly author: () => string | null;
  /** Adds text of the document to the comments that are about it. */
  readonly see: (text: string) => void;
  /** Ends a comment that says `text`. */
  readonly finish: (text: string) => void;
  readonly list: readonly Comment[];
}

/** The destinations of the properties of comments. */
export const commentProperties: ReadonlySet<string> = new Set([
  'atnauthor',
  'atndate',
  'atnref',
  'atrfstart',
  'atrfend',
]);

/** Creates an empty list of comments. */
export function createRtfComments(): RtfComments {
  const quotes = createQuotes();
  const list: Comment[] = [];
  let next: { author?: string; created?: string | null; id?: string } = {};
  return {
    list,
    property: (name, text) => {
      const value = text.trim();
      if (name === 'atrfstart') quotes.start(value);
      else if (name === 'atrfend') quotes.end(value);
      else if (name === 'atnauthor') next.author = value;
      else if (name === 'atnref') next.id = value;
      else if (name === 'atndate') next.created = dttmTime(Number.parseInt(value, 10) || 0);
    },
    author: () => next.author || null,
    see: quotes.see,
    finish: (text) => {
      const { author, created = null, id = '' } = next;
      if (text !== '') list.push({ author: author || null, created, text, quote: quotes.of(id) });
      next = {};
    },
  };
}
