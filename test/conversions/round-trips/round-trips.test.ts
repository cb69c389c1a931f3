import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import createMarkdown from 'markdown-it';
import { expect, it } from 'vitest';
import {
  type DocumentTree,
  type Inline,
  type TreeBlock,
  textRun,
} from '../../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../../lib/conversions/engine/content.ts';
import type { Engine } from '../../../lib/conversions/engine/engine.ts';
import { docxReader } from '../../../lib/conversions/formats/docx/reader.ts';
import { docxWriter } from '../../../lib/conversions/formats/docx/writer.ts';
import { epubReader } from '../../../lib/conversions/formats/epub/reader.ts';
import { epubWriter } from '../../../lib/conversions/formats/epub/writer.ts';
import { htmlReader } from '../../../lib/conversions/formats/html/reader.ts';
import { htmlWriter } from '../../../lib/conversions/formats/html/writer.ts';
import { markdownReader } from '../../../lib/conversions/formats/markdown/reader.ts';
import { markdownWriter } from '../../../lib/conversions/formats/markdown/writer.ts';
import { odtReader } from '../../../lib/conversions/formats/odt/reader.ts';
import { odtWriter } from '../../../lib/conversions/formats/odt/writer.ts';
import { isLong } from '../../support/long-run.ts';
import { readWith } from '../office-files.ts';
import { differences } from './differences.ts';
import { type NormalBlock, normalForm } from './normal-form.ts';
import { officeDocument } from './office-documents.ts';
import { documents } from './random-documents.ts';

// A new seed for each long run; the report of a failure states it.
const seed = Number(process.env.ROUND_TRIP_SEED ?? (isLong ? Date.now() % 2 ** 31 : 1));

// A long run takes minutes for each format.
const PATIENCE = 30 * 60_000;

interface RoundTrip {
  readonly write: Engine;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly read: (bytes: Uint8Array) => Promise<DocumentTree>;
  /** Numbers of documents in a usual and in a long run. */
  readonly runs: readonly [number, number];
  /** What the reader does not know is left out of the documents. */
  readonly simplify?: (tree: DocumentTree) => DocumentTree;
}

const by =
  (reader: Engine) =>
  async (bytes: Uint8Array): Promise<DocumentTree> =>
    (await readWith(reader, bytes)).tree;

/** Reads Markdown by another program that makes a page of it. */
const byPage =
  (toPage: (markdown: string) => string) =>
  (bytes: Uint8Array): Promise<DocumentTree> =>
    by(htmlReader)(Buffer.from(toPage(Buffer.from(bytes).toString())));

const commonMark = createMarkdown({ html: true });

/** Changes each line of a document's blocks, and makes tasks items. */
const withLines = (
  tree: DocumentTree,
  change: (content: readonly Inline[]) => Inline[],
): readonly TreeBlock[] =>
  JSON.parse(JSON.stringify(tree.blocks), (key, value) => {
    if (key === 'checked') return undefined;
    return key === 'content' ? change(value) : value;
  });

/** Without notes, formulas and tasks, which CommonMark does not have. */
const onlyCommonMark = (tree: DocumentTree): DocumentTree => ({
  ...tree,
  blocks: withLines(tree, (content) => content.filter(({ kind }) => kind !== 'math' && kind !== 'note')),
  notes: [],
});

const space = textRun(' ');

/** With formulas between spaces, where pandoc reads them, and without tasks, which it moves to lists of their own. */
const forPandoc = (tree: DocumentTree): DocumentTree => ({
  ...tree,
  blocks: withLines(tree, (content) =>
    content.flatMap((piece) => (piece.kind === 'math' ? [space, piece, space] : [piece])),
  ),
});

const hasNestedTable = ({ blocks }: DocumentTree): boolean =>
  /"kind":"table".*"kind":"table"/.test(JSON.stringify(blocks.filter(({ kind }) => kind !== 'paragraph')));

const pandoc = (markdown: string): string =>
  execFileSync(
    'pandoc',
    ['--from', 'gfm+footnotes+tex_math_dollars-autolink_bare_uris-emoji', '--to', 'html', '--mathml'],
    {
      input: markdown,
      encoding: 'utf8',
    },
  );

const roundTrips: Readonly<Record<string, RoundTrip>> = {
  html: { write: htmlWriter, read: by(htmlReader), runs: [30, 2_000] },
  markdown: {
    write: markdownWriter,
    options: { images: 'embed' },
    read: by(markdownReader),
    runs: [30, 4_000],
  },
  'markdown by CommonMark': {
    write: markdownWriter,
    options: { images: 'embed' },
    read: byPage((markdown) => commonMark.render(markdown)),
    runs: [20, 2_000],
    simplify: onlyCommonMark,
  },
  ...(isLong && {
    'markdown by pandoc': {
      write: markdownWriter,
      options: { images: 'embed' },
      read: byPage(pandoc),
      runs: [0, 300],
      simplify: forPandoc,
    },
  }),
  epub: { write: epubWriter, read: by(epubReader), runs: [15, 1_000] },
  docx: {
    write: docxWriter,
    read: by(docxReader),
    runs: [25, 1_000],
    simplify: (tree) => officeDocument(tree, 'docx'),
  },
  odt: {
    write: odtWriter,
    read: by(odtReader),
    runs: [25, 1_000],
    simplify: (tree) => officeDocument(tree, 'odt'),
  },
};

it.each(Object.entries(roundTrips))(
  '%s keeps text, structure and order',
  async (name, trip) => {
    const { write, options = {}, read, runs, simplify = (tree) => tree } = trip;
    const [edge] = write.edges;
    const [format = ''] = name.split(' ');
    const shown = (tree: DocumentTree): readonly NormalBlock[] => {
      let form: readonly NormalBlock[] = normalForm(tree);
      for (const { apply } of differences[name] ?? []) form = apply(form);
      return form;
    };

    await fc.assert(
      fc.asyncProperty(documents, async (drawn) => {
        fc.pre(edge !== undefined && !(format === 'markdown' && hasNestedTable(drawn)));
        const tree = simplify(drawn);

        const { content } = await write.convert(tree, { ...edge, options });
        const result = await read(fileContent(content));

        expect(shown(result)).toEqual(shown(tree));
      }),
      { numRuns: runs[isLong ? 1 : 0], seed },
    );
  },
  PATIENCE,
);
