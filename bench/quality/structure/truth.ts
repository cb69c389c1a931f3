import type { Paper } from './paper.ts';

/** What a document of the set contains. */
export interface StructureTruth {
  readonly split: 'fit' | 'test';
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  /** The title and others that may be headings or not. */
  readonly neutral: readonly string[];
  readonly captions: readonly string[];
  /** Footnotes, and the words before their marks. */
  readonly notes: readonly { readonly text: string; readonly before: string }[];
  readonly items: readonly string[];
  /** Paragraphs without formulas and footnotes. */
  readonly paragraphs: readonly string[];
  /** Labels of drawings. */
  readonly labels: readonly string[];
  readonly figures: number;
  /** The title in the running header, and the numbers of the pages that show it. */
  readonly running: readonly { readonly page: number; readonly text: string }[];
}

/** Letters and digits of a text, which do not depend on fonts and line ends. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The truth about a paper whose pages have these texts. */
export function truthOf(
  paper: Paper,
  split: StructureTruth['split'],
  pages: readonly string[],
): StructureTruth {
  const { blocks } = paper;
  const of = <K extends Paper['blocks'][number]['kind']>(kind: K) =>
    blocks.filter((block): block is Extract<typeof block, { kind: K }> => block.kind === kind);
  const paragraphs = of('paragraph');
  return {
    split,
    headings: [...of('heading').map(({ level, text }) => ({ level, text }))],
    neutral: [paper.title, 'Abstract', 'References', 'Bibliography', 'Contents', ...paper.authors],
    captions: [...of('figure'), ...of('table')].map(({ caption }) => caption),
    notes: paragraphs.flatMap(({ pieces }) =>
      pieces.flatMap((piece, at) => {
        const before = pieces[at - 1];
        return typeof piece === 'object' && 'note' in piece && typeof before === 'string'
          ? [{ text: piece.note, before: before.slice(-30) }]
          : [];
      }),
    ),
    items: of('list').flatMap(({ items }) => items),
    paragraphs: paragraphs.flatMap(({ pieces: [only, ...others] }) =>
      typeof only === 'string' && others.length === 0 ? [only] : [],
    ),
    labels: of('figure').flatMap(({ labels }) => labels),
    figures: of('figure').length,
    running: pages.flatMap((text, at) =>
      lettersOf(text).includes(lettersOf(paper.running)) ? [{ page: at + 1, text: paper.running }] : [],
    ),
  };
}
