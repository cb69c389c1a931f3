/** A page whose text was recognized, by its number. The rest of it is known to the code that recognizes. */
export interface NumberedPage {
  readonly pageNum: number;
}

/**
 * The part of a process in the text recognition of a document that several processes share. One plans which pages need it,
 * others recognize some of them, and one assembles the document. Without it, a process recognizes all pages itself.
 */
export type Recognition =
  /** Recognizes at most `maxPages`; throws {@link PagesToRecognize} if the document has more. */
  | { readonly role: 'plan'; readonly maxPages: number }
  /** Recognizes these pages and throws {@link RecognizedPages}. */
  | { readonly role: 'recognize'; readonly pages: readonly number[] }
  /** Uses these pages. Those in `failed`, in ascending order, could not be recognized. */
  | {
      readonly role: 'assemble';
      readonly pages: ReadonlyMap<number, NumberedPage>;
      readonly failed: readonly number[];
    };

/** The document has more pages that need text recognition than this process may recognize. */
export class PagesToRecognize extends Error {
  readonly pages: readonly number[];

  constructor(pages: readonly number[]) {
    super(`${pages.length} pages need text recognition.`);
    this.name = 'PagesToRecognize';
    this.pages = pages;
  }
}

/** The pages that this process was to recognize. */
export class RecognizedPages extends Error {
  readonly pages: readonly NumberedPage[];

  constructor(pages: readonly NumberedPage[]) {
    super(`${pages.length} pages were recognized.`);
    this.name = 'RecognizedPages';
    this.pages = pages;
  }
}

/** Whether something thrown is the result of a shared recognition, which no further engine should try. */
export const isHandover = (thrown: unknown): thrown is PagesToRecognize | RecognizedPages =>
  thrown instanceof PagesToRecognize || thrown instanceof RecognizedPages;
