/** Collects the texts that comments are about, while the text is read. */
interface Quotes {
  /** Starts and ends the text of a comment. */
  readonly start: (id: string | undefined) => void;
  readonly end: (id: string | undefined) => void;
  /** Adds text of the document to the comments that are about it. */
  readonly see: (text: string) => void;
  /** The text that a comment is about; undefined if it has ended in none. */
  readonly of: (id: string) => string | undefined;
}

/** Characters of the text that a comment is about; a comment on a chapter quotes its start. */
export const MAX_QUOTE = 500;
// Comments that start before any of them ends.
const MAX_OPEN = 100;

/** Creates an empty collection of quotes. */
export function createQuotes(): Quotes {
  const open = new Map<string, string>();
  const quotes = new Map<string, string>();
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
    of: (id) => quotes.get(id) || undefined,
  };
}
