import type {
  DocumentModel,
  ModelBlock,
  ModelInline,
} from '../../lib/conversions/document/document-model.ts';
import type { NativeValue } from './native.ts';

/** What is compared: words, and pieces of structure by their text. */
export const featureKinds = [
  'words',
  'headings',
  'items',
  'cells',
  'notes',
  'links',
  'emphasis',
  'images',
  'formulas',
] as const;

/** A kind of feature. */
type FeatureKind = (typeof featureKinds)[number];

/** The features of a document, each a multiset of texts. */
export type Features = Record<FeatureKind, string[]>;

const empty = (): Features => ({
  words: [],
  headings: [],
  items: [],
  cells: [],
  notes: [],
  links: [],
  emphasis: [],
  images: [],
  formulas: [],
});

const wordsOf = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];

/** Texts are compared by their words. */
const plain = (text: string): string => wordsOf(text).join(' ');

const add = (list: string[], text: string): void => {
  const words = plain(text);
  if (words !== '') list.push(words);
};

type Native = NativeValue | undefined;

const listOf = (value: Native): readonly NativeValue[] => (Array.isArray(value) ? value : []);
const named = (value: Native): { name: string; values: readonly NativeValue[] } | undefined =>
  typeof value === 'object' && 'name' in value ? value : undefined;

/** The text of a value: its strings and spaces, in order, without attributes. */
function nativeText(value: Native): string {
  if (Array.isArray(value)) return value.map(nativeText).join('');
  const node = named(value);
  if (node === undefined) return '';
  const [first, second, third] = node.values;
  switch (node.name) {
    case 'Str':
      return String(first);
    case 'Space':
    case 'SoftBreak':
    case 'LineBreak':
      return ' ';
    case 'Code':
    case 'CodeBlock':
    case 'Math':
      return `${second} `;
    case 'Note':
      return '';
    case 'Link':
    case 'Image':
    case 'Span':
    case 'Cite':
    case 'Quoted':
      return nativeText(second);
    case 'Header':
      return `${nativeText(third)} `;
    case 'Cell':
      return `${nativeText(node.values[4])} `;
    case 'Div':
    case 'OrderedList':
    case 'LineBlock':
      return `${nativeText(node.name === 'LineBlock' ? first : second)} `;
    case 'DefinitionList':
    case 'BulletList':
    case 'Para':
    case 'Plain':
    case 'BlockQuote':
      return `${nativeText(first)} `;
    case 'Table':
    case 'Figure':
      return node.values.map(nativeText).join(' ');
    case 'RawInline':
    case 'RawBlock':
      return '';
    default:
      return node.values.map(nativeText).join('');
  }
}

const marks: ReadonlySet<string> = new Set(['Emph', 'Strong', 'Strikeout', 'Superscript', 'Subscript']);

function visitNative(value: Native, features: Features): void {
  if (Array.isArray(value)) {
    for (const each of value) visitNative(each, features);
    return;
  }
  const node = named(value);
  if (node === undefined) return;
  const [first, second, third] = node.values;
  if (marks.has(node.name)) add(features.emphasis, nativeText(first));
  switch (node.name) {
    case 'Header':
      add(features.headings, `${first} ${nativeText(third)}`);
      break;
    case 'BulletList':
    case 'OrderedList':
      for (const item of listOf(node.name === 'BulletList' ? first : second))
        add(features.items, nativeText(item));
      break;
    case 'Cell':
      add(features.cells, nativeText(node.values[4]));
      break;
    case 'Note':
      add(features.notes, nativeText(first));
      break;
    case 'Link':
      add(features.links, nativeText(second));
      break;
    case 'Image':
      features.images.push('image');
      break;
    case 'Math':
      features.formulas.push(String(second).replaceAll(/[\s{}]+/g, ''));
      break;
    default:
  }
  visitNative(node.values, features);
}

/** The text of a value with that of its notes. */
function allWords(value: Native): string[] {
  const node = named(value);
  if (Array.isArray(value)) return [...wordsOf(nativeText(value)), ...notesIn(value).flatMap(allWords)];
  return node === undefined ? [] : [...wordsOf(nativeText(node)), ...notesIn(node.values).flatMap(allWords)];
}

function notesIn(values: readonly NativeValue[]): NativeValue[] {
  return values.flatMap((value): NativeValue[] => {
    if (Array.isArray(value)) return notesIn(value);
    const node = named(value);
    if (node === undefined) return [];
    return node.name === 'Note' ? [listOf(node.values[0])] : notesIn(node.values);
  });
}

/** The features of a golden file. */
export function featuresOfNative(value: NativeValue): Features {
  const features = empty();
  const root = named(value);
  const blocks = root?.name === 'Pandoc' ? (root.values.at(-1) ?? []) : value;
  visitNative(blocks, features);
  features.words = allWords(blocks);
  return features;
}

const lineText = (content: readonly ModelInline[]): string =>
  content
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text
        : piece.kind === 'line_break'
          ? ' '
          : piece.kind === 'math'
            ? `${piece.tex} `
            : '',
    )
    .join('');

function blockText(block: ModelBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return lineText(block.content);
    case 'list':
      return block.items.map(({ blocks }) => blocksText(blocks)).join(' ');
    case 'table':
      return [block.caption ?? '', ...block.rows.flat().map(({ text }) => text)].join(' ');
    case 'code':
      return block.text;
    case 'quote':
      return blocksText(block.blocks);
    default:
      return '';
  }
}

const blocksText = (blocks: readonly ModelBlock[]): string => blocks.map(blockText).join(' ');

const styles = ['italic', 'bold', 'strike', 'superscript', 'subscript'] as const;

/** The texts of runs of neighbours that `belongs` accepts. */
function runsOf(
  content: readonly ModelInline[],
  keyOf: (piece: ModelInline) => string | undefined,
): string[] {
  const runs: string[] = [];
  let before: string | undefined;
  for (const piece of content) {
    const key = keyOf(piece);
    if (key !== undefined) {
      const text = lineText([piece]);
      if (key === before) runs.push(`${runs.pop() ?? ''}${text}`);
      else runs.push(text);
    }
    before = key;
  }
  return runs;
}

function addLine(content: readonly ModelInline[], features: Features): void {
  for (const style of styles)
    for (const run of runsOf(content, (piece) =>
      piece.kind === 'text' && piece[style] === true ? style : undefined,
    ))
      add(features.emphasis, run);
  for (const run of runsOf(content, (piece) => (piece.kind === 'text' ? piece.href : undefined)))
    add(features.links, run);
  for (const piece of content) {
    if (piece.kind === 'image') features.images.push('image');
    if (piece.kind === 'math') features.formulas.push(piece.tex.replaceAll(/[\s{}]+/g, ''));
  }
}

function visitBlock(block: ModelBlock, features: Features): void {
  switch (block.kind) {
    case 'heading':
      add(features.headings, `${block.level} ${lineText(block.content)}`);
      addLine(block.content, features);
      break;
    case 'paragraph':
      addLine(block.content, features);
      break;
    case 'list':
      for (const { blocks } of block.items) {
        add(features.items, blocksText(blocks));
        for (const inner of blocks) visitBlock(inner, features);
      }
      break;
    case 'table':
      for (const { text, blocks } of block.rows.flat()) {
        add(features.cells, blocks === undefined ? text : blocksText(blocks));
        for (const inner of blocks ?? []) visitBlock(inner, features);
      }
      break;
    case 'quote':
      for (const inner of block.blocks) visitBlock(inner, features);
      break;
    default:
  }
}

/** The features of a document as `extract` to `document` gives it. */
export function featuresOfModel({ blocks, notes }: Pick<DocumentModel, 'blocks' | 'notes'>): Features {
  const features = empty();
  for (const block of [...blocks, ...notes.flat()]) visitBlock(block, features);
  for (const note of notes) add(features.notes, blocksText(note));
  features.words = [blocks, ...notes].flatMap((part) => wordsOf(blocksText(part)));
  return features;
}

/** Hits, expected and found, from which recall and precision come. */
export interface Count {
  hits: number;
  wanted: number;
  got: number;
}

/** Counts what two multisets share. */
export function countShared(wanted: readonly string[], got: readonly string[]): Count {
  const left = new Map<string, number>();
  for (const each of wanted) left.set(each, (left.get(each) ?? 0) + 1);
  let hits = 0;
  for (const each of got) {
    const times = left.get(each) ?? 0;
    if (times === 0) continue;
    left.set(each, times - 1);
    hits += 1;
  }
  return { hits, wanted: wanted.length, got: got.length };
}

/** Adds a count to another. */
export function addTo(count: Count, { hits, wanted, got }: Count): void {
  count.hits += hits;
  count.wanted += wanted;
  count.got += got;
}

/** F1 of a count; 1 if there is nothing to find and nothing was found. */
export const f1Of = ({ hits, wanted, got }: Count): number =>
  wanted + got === 0 ? 1 : (2 * hits) / (wanted + got);
