/** A page of the documentation. */
export type Page = {
  /** The path of the page, from `/docs/` to a slash. */
  readonly url: string;
  readonly title: string;
  /** One or two sentences for search results. */
  readonly description: string;
  /** A section of the sidebar, or another name for a page that the sidebar does not list. */
  readonly section: string;
  /** The position in the section. */
  readonly order: number;
  /** The text without front matter. A first heading of level 1 is left out, because the page shows its title. */
  readonly markdown: string;
  /** The Markdown file, relative to the project. Its links are relative to it. */
  readonly source?: string;
  /** The reference of the API shows HTML instead of its Markdown, and its own navigation. */
  readonly reference?: { readonly html: string; readonly navigation: string };
  /** The text repeats that of other pages, so the search finds only the headings. */
  readonly isRepetitive?: true;
};
