/** Something that a document can contain. `word` is in its text; an object without text has none. */
export interface Content {
  readonly name: string;
  readonly file: Uint8Array;
  /** What shows that it is in a result. */
  readonly word: string;
  /** Where it is left out on purpose, and why; everywhere else it is in the result or in a warning. */
  readonly leftOut?: Readonly<Partial<Record<'markdown' | 'document' | 'pdf', string>>>;
}
