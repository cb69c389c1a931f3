import type { Options } from 'minisearch';
import type { Page } from './page.ts';

/** A page, or a part of it below a heading, that the search finds. */
export type Entry = {
  readonly url: string;
  readonly page: string;
  /** The heading of the part, or an empty text for the start of the page. */
  readonly heading: string;
  readonly text: string;
};

/** Splits a text into words. The parts of `page_size` and `image/png` are words too. */
const tokenize = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}_./-]+/u).flatMap((word) => {
    const parts = word.split(/[_./-]+/).filter((part) => part !== '');
    return parts.length > 1 ? [word, ...parts] : parts;
  });

/** How entries are found: prefixes, one or two wrong letters, and headings before texts. */
export const searchSettings: Options<Entry> = {
  idField: 'url',
  fields: ['heading', 'page', 'text'],
  storeFields: ['url', 'page', 'heading', 'text'],
  tokenize,
  searchOptions: {
    boost: { heading: 4, page: 3 },
    prefix: (word) => word.length > 1,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Returns the text of HTML without code, links to headings, and lists of error codes, which have a page of their own. */
const textOf = (html: string): string =>
  html
    .replaceAll(
      /<pre[\s>].*?<\/pre>|<a class="anchor".*?<\/a>|<label.*?<\/label>|<ul class="errors">.*?<\/ul>/gs,
      ' ',
    )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A heading that starts an entry. */
const part = /<h[23] id="([^"]+)"/g;

/** Splits the HTML of a page into entries at its headings. */
export const entriesOf = (
  { url, title: page, description, isRepetitive }: Page,
  html: string,
): readonly Entry[] => {
  const starts = [...html.matchAll(part)];
  const first = textOf(html.slice(0, starts[0]?.index));
  return [
    { url, page, heading: '', text: `${description} ${first}`.trim() },
    ...starts.map((match, index) => {
      const section = html.slice(match.index, starts[index + 1]?.index);
      const [, head = '', rest = ''] = /^(.*?<\/h[23]>)(.*)$/s.exec(section) ?? [];
      return {
        url: `${url}#${match[1]}`,
        page,
        heading: textOf(head),
        text: isRepetitive ? '' : textOf(rest),
      };
    }),
  ];
};
