import * as z from 'zod';
import { appendAll } from '../../base/arrays.ts';
import { printable } from '../../base/printable.ts';
import { noInfo } from '../../document/document-info.ts';
import type { Inline, TreeBlock } from '../../document/document-tree.ts';
import { createImageStore, type ImageStore } from '../../document/image-store.ts';
import type { Needs } from '../../document/needs.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { createPageImages, imageSize } from '../html/data-images.ts';
import type { HtmlElement } from '../html/html-node.ts';
import { type PageLosses, pageResult, pageWarnings } from '../html/page-result.ts';
import { type ReadHtml, readHtml } from '../html/read-html.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';

// nbformat 4: texts are strings or lists of lines.
const lines = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (Array.isArray(text) ? text.join('') : text));

const bundle = z.record(z.string(), z.unknown());

const output = z.object({
  output_type: z.string(),
  text: lines.optional(),
  data: bundle.optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});

const cell = z.object({
  cell_type: z.string(),
  source: lines.default(''),
  outputs: z.array(output).optional(),
  attachments: z.record(z.string(), bundle).optional(),
});

const notebook = z.object({
  nbformat: z.number(),
  metadata: z
    .object({
      title: z.string().optional(),
      authors: z.array(z.object({ name: z.string() })).optional(),
      kernelspec: z.object({ language: z.string().optional() }).optional(),
      language_info: z.object({ name: z.string().optional() }).optional(),
    })
    .default({}),
  cells: z.array(cell),
});

type Cell = z.output<typeof cell>;
type Output = z.output<typeof output>;

// Colours of terminals (ECMA-48, 5.4).
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with one
const COLOURS = /\u001b\[[\d;]{0,50}[A-Za-z]/g;

const codeBlock = (text: string, language?: string): TreeBlock[] => {
  const plain = text.replaceAll(COLOURS, '').trimEnd();
  return plain === '' ? [] : [{ kind: 'code', text: plain, ...(language === undefined ? {} : { language }) }];
};

const textOf = (data: Record<string, unknown>, type: string): string | undefined =>
  lines.safeParse(data[type]).data;

// Types named in a warning, and the length of each.
const MAX_TYPES = 5;
const MAX_TYPE = 100;

const shownImages = ['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml'];

interface Reading {
  readonly store: ImageStore;
  readonly language: string | undefined;
  /** Types of outputs that have no alternative that is read. */
  readonly unread: Set<string>;
  readonly pages: PageLosses[];
  readonly notes: (readonly TreeBlock[])[];
  readonly placeImage: (attachments: Cell['attachments']) => (element: HtmlElement) => readonly Inline[];
}

/** The first image of an output's alternatives. */
function imageBlocks(data: Record<string, unknown>, { store }: Reading): TreeBlock[] {
  for (const type of shownImages) {
    const text = textOf(data, type);
    if (text === undefined) continue;
    const bytes = type === 'image/svg+xml' ? Buffer.from(text) : Buffer.from(text, 'base64');
    const content = store.place({ key: `output ${text}`, read: () => bytes, alt: '' });
    return content.length === 0 ? [] : [{ kind: 'paragraph', content }];
  }
  return [];
}

/** The blocks of a page or text in a notebook; keeps its notes, and what it lacks for the warnings. */
function shownBlocks(
  page: PageLosses & Pick<ReadHtml, 'blocks' | 'notes'>,
  { pages, notes }: Reading,
): readonly TreeBlock[] {
  pages.push(page);
  appendAll(notes, page.notes);
  return page.blocks;
}

/** The blocks of a Markdown text in a notebook. */
const markdownBlocks = async (
  text: string,
  reading: Reading,
  attachments: Cell['attachments'] = undefined,
): Promise<readonly TreeBlock[]> =>
  shownBlocks(
    await readMarkdown(text, {
      placeImage: reading.placeImage(attachments),
      firstNote: reading.notes.length,
    }),
    reading,
  );

/** The best alternative of an output: a table, an image, or text. */
async function outputBlocks(
  { text, data, ename, evalue }: Output,
  reading: Reading,
): Promise<readonly TreeBlock[]> {
  if (text !== undefined) return codeBlock(text);
  if (ename !== undefined) return codeBlock(`${ename}: ${evalue ?? ''}`);
  if (data === undefined) return [];
  const image = imageBlocks(data, reading);
  if (image.length > 0) return image;
  const html = textOf(data, 'text/html');
  const plain = textOf(data, 'text/plain');
  const isOnlyHtml = plain === undefined && data['text/markdown'] === undefined;
  if (html !== undefined && (isOnlyHtml || html.includes('<table'))) {
    const page = await readHtml(html, {
      placeImage: reading.placeImage(undefined),
      resolveRelative: () => undefined,
      firstNote: reading.notes.length,
    });
    if (page.blocks.length > 0) return shownBlocks(page, reading);
  }
  // Formulas between dollar signs are Markdown.
  const latex = plain === undefined ? textOf(data, 'text/latex') : undefined;
  const markdown = textOf(data, 'text/markdown') ?? latex;
  if (markdown !== undefined) return await markdownBlocks(markdown, reading);
  if (plain === undefined) for (const type of Object.keys(data)) reading.unread.add(type);
  return codeBlock(plain ?? '');
}

async function cellBlocks(each: Cell, reading: Reading): Promise<readonly TreeBlock[]> {
  if (each.cell_type === 'markdown') return await markdownBlocks(each.source, reading, each.attachments);
  const blocks = codeBlock(each.source, each.cell_type === 'code' ? reading.language : undefined);
  for (const one of each.outputs ?? [])
    for (const block of await outputBlocks(one, reading)) blocks.push(block);
  return blocks;
}

function parse(text: string): z.output<typeof notebook> {
  try {
    return notebook.parse(JSON.parse(text));
  } catch (error) {
    const message =
      'The notebook is damaged, or older than version 4 of its format. Save it again in Jupyter.';
    throw new ConversionError('corrupt_document', message, { cause: error });
  }
}

/** Reads a notebook. Throws ConversionError `corrupt_document`, or `empty_document` if it has no content. */
export async function readNotebook(bytes: Uint8Array, needs: Needs): Promise<DocumentResult> {
  const { text } = readTextFile(bytes, 'utf-8');
  const { cells, metadata } = parse(text);
  const store = createImageStore(needs);
  const page = createPageImages(needs, store);
  const reading: Reading = {
    store,
    language: metadata.language_info?.name ?? metadata.kernelspec?.language,
    unread: new Set(),
    pages: [],
    notes: [],
    placeImage: (attachments) => (element) => {
      const source = element.attributes.src?.trim() ?? '';
      const files = attachments?.[source.replace(/^attachment:/, '')];
      const [data] = files === undefined ? [] : Object.values(files);
      if (typeof data !== 'string') return page.placeImage(element);
      const alt = element.attributes.alt ?? '';
      return store.place({
        // Jupyter names the images of different cells alike.
        key: data,
        read: () => Buffer.from(data, 'base64'),
        alt,
        ...imageSize(element),
      });
    },
  };
  const blocks: TreeBlock[] = [];
  for (const each of cells) for (const block of await cellBlocks(each, reading)) blocks.push(block);
  if (blocks.length === 0 && needs.blocks)
    throw new ConversionError('empty_document', 'The notebook has no text, code or output.');
  const info = {
    ...noInfo,
    title: metadata.title ?? null,
    author: metadata.authors?.map(({ name }) => name).join(', ') || null,
  };
  const types = [...reading.unread].slice(0, MAX_TYPES).map((type) => printable(type.slice(0, MAX_TYPE)));
  const warnings = [
    ...(types.length === 0
      ? []
      : [`Outputs of types that cannot be read were left out: ${types.join(', ')}.`]),
    ...pageWarnings(reading.pages),
  ];
  return pageResult(
    { format: 'ipynb', metadata: info, language: undefined, blocks, notes: reading.notes },
    page,
    warnings,
  );
}
