import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelBlock, ModelInline } from '../../../lib/conversions/document/document-model.ts';
import { read } from '../../../lib/conversions/index.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';
import { lettersOf, type StructureTruth } from '../structure/truth.ts';

const textOf = (content: readonly ModelInline[]): string =>
  content
    .map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'line_break' ? ' ' : ''))
    .join('');

/** What was found in a document. */
interface Found {
  readonly headings: { readonly level: number; readonly text: string }[];
  readonly captions: string[];
  readonly items: string[];
  readonly paragraphs: string[];
  /** Lines with references to notes: the text before each, and its index. */
  readonly marks: { readonly before: string; readonly note: number }[];
  /** Texts of the body without alternative texts. */
  readonly body: string[];
  /** Number of images without those of formulas. */
  images: number;
}

function collect(blocks: readonly ModelBlock[], found: Found): void {
  for (const block of blocks) {
    if (block.kind === 'heading' || block.kind === 'paragraph') {
      const text = textOf(block.content);
      found.body.push(text);
      if (block.kind === 'heading') found.headings.push({ level: block.level, text });
      else if (block.role === 'caption') found.captions.push(text);
      else found.paragraphs.push(text);
      let before = '';
      for (const inline of block.content) {
        if (inline.kind === 'text') before += inline.text;
        if (inline.kind === 'note') found.marks.push({ before, note: inline.note });
        if (inline.kind === 'image' && !/[=≤≥]/.test(inline.alt)) found.images += 1;
      }
    } else if (block.kind === 'list')
      for (const { blocks: inside } of block.items) {
        const [first] = inside;
        if (first?.kind === 'paragraph') found.items.push(textOf(first.content));
        collect(inside, found);
      }
    else if (block.kind === 'table') {
      if (block.caption !== undefined) found.captions.push(block.caption);
      for (const cell of block.rows.flat()) found.body.push(cell.text);
    } else if (block.kind === 'code') found.body.push(block.text);
    else if (block.kind === 'quote') collect(block.blocks, found);
  }
}

/** Returns what is found in blocks. */
function collected(blocks: readonly ModelBlock[]): Found {
  const found: Found = {
    headings: [],
    captions: [],
    items: [],
    paragraphs: [],
    marks: [],
    body: [],
    images: 0,
  };
  collect(blocks, found);
  return found;
}

/** Counts of what is there, what was found, and what of that is right. */
interface Count {
  there: number;
  found: number;
  right: number;
}

const columns = [
  'headings',
  'levels',
  'captions',
  'notes',
  'items',
  'paragraphs',
  'running',
  'labels',
  'figures',
] as const;

type Counts = Record<(typeof columns)[number], Count>;

const NUMBER = /^(?:chapter\s+\d+|\d+(?:\.\d+)*|[IVX]+|[A-Z](?=[.)]))[.)]?\s+/iu;

/** The letters of a heading without its number. */
const titleOf = (text: string): string => lettersOf(text.trim().replace(NUMBER, '').replace(NUMBER, ''));

/** Compares texts one to one; returns the count and the texts without a partner. */
function match(
  there: readonly string[],
  found: readonly string[],
  isSame: (there: string, found: string) => boolean,
): Count & { readonly missed: readonly string[]; readonly wrong: readonly string[] } {
  const left = [...found];
  const missed = there.filter((text) => {
    const at = left.findIndex((other) => isSame(text, other));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return {
    there: there.length,
    found: found.length,
    right: there.length - missed.length,
    missed,
    wrong: left,
  };
}

/** Scores a document. Adds its losses to a list. */
function score(
  truth: StructureTruth,
  found: Found,
  notes: readonly (readonly ModelBlock[])[],
  furniture: readonly string[],
): { readonly counts: Counts; readonly losses: readonly string[] } {
  const neutral = truth.neutral.map(titleOf);
  const headings = found.headings.filter(({ text }) => !neutral.some((each) => titleOf(text).includes(each)));
  const title = match(
    truth.headings.map(({ text }) => titleOf(text)),
    headings.map(({ text }) => titleOf(text)),
    Object.is,
  );
  const pairs = truth.headings.flatMap(({ level, text }) => {
    const own = headings.find((heading) => titleOf(heading.text) === titleOf(text));
    return own === undefined ? [] : [own.level - level];
  });
  const offset = pairs.toSorted((a, b) => a - b)[Math.floor(pairs.length / 2)];
  const endsWith = (one: string, other: string): boolean => lettersOf(other).endsWith(lettersOf(one));
  const isSame = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other);
  const captions = match(truth.captions, found.captions, endsWith);
  const items = match(truth.items, found.items, isSame);
  const paragraphs = match(truth.paragraphs, found.paragraphs, isSame);
  const noteTexts = notes.map((note) => collected(note).body.join(' '));
  const linked = truth.notes.filter(({ text, before }) =>
    found.marks.some((mark) => isSame(text, noteTexts[mark.note] ?? '') && endsWith(before, mark.before)),
  );
  const body = found.body.map(lettersOf);
  const inFurniture = furniture.map(lettersOf);
  const shown = truth.running.filter(({ text }) =>
    inFurniture.some((each) => each.includes(lettersOf(text))),
  ).length;
  const leaks = body.filter((text) => truth.running.some((line) => text.includes(lettersOf(line.text))));
  // A block of the body that is nothing but a number is that of a page.
  const numbers = found.body.filter(
    (text) => /^\s*(?:\d{1,3}|[ivx]+)\s*$/.test(text) && !truth.labels.includes(text),
  );
  const strays = truth.labels.filter((label) => body.some((text) => text.includes(lettersOf(label))));
  const counts: Counts = {
    headings: title,
    levels: {
      there: pairs.length,
      found: pairs.length,
      right: pairs.filter((each) => each === offset).length,
    },
    captions,
    notes: { there: truth.notes.length, found: notes.length, right: linked.length },
    items,
    paragraphs: { ...paragraphs, found: paragraphs.there },
    running: {
      there: truth.running.length,
      found: truth.running.length + leaks.length,
      right: Math.max(0, shown - leaks.length),
    },
    labels: {
      there: truth.labels.length,
      found: truth.labels.length,
      right: truth.labels.length - strays.length,
    },
    figures: { there: truth.figures, found: found.images, right: Math.min(truth.figures, found.images) },
  };
  return {
    counts,
    losses: [
      ...title.missed.map((text) => `heading missed: ${text}`),
      ...title.wrong.map((text) => `heading wrong: ${text}`),
      ...captions.missed.map((text) => `caption missed: ${text}`),
      ...captions.wrong.map((text) => `caption wrong: ${text}`),
      ...items.missed.map((text) => `item missed: ${text}`),
      ...items.wrong.map((text) => `item wrong: ${text}`),
      ...paragraphs.missed.map((text) => `paragraph missed: ${text}`),
      ...truth.notes.filter((note) => !linked.includes(note)).map(({ text }) => `note missed: ${text}`),
      ...leaks.map((text) => `running line in the body: ${text.slice(0, 80)}`),
      ...numbers.map((text) => `page number in the body: ${text}`),
      ...strays.map((text) => `label in the body: ${text}`),
    ],
  };
}

function figuresOf(all: readonly Counts[]): string[] {
  const total = (of: keyof Counts, part: keyof Count): number =>
    all.reduce((sum, counts) => sum + counts[of][part], 0);
  const share = (of: keyof Counts, part: 'there' | 'found'): string =>
    total(of, part) === 0 ? '-' : percent(total(of, 'right') / total(of, part));
  return [
    `${share('headings', 'there')} / ${share('headings', 'found')}`,
    share('levels', 'there'),
    `${share('captions', 'there')} / ${share('captions', 'found')}`,
    `${share('notes', 'there')} / ${share('notes', 'found')}`,
    `${share('items', 'there')} / ${share('items', 'found')}`,
    share('paragraphs', 'there'),
    share('running', 'there'),
    share('labels', 'there'),
    `${share('figures', 'there')} / ${share('figures', 'found')}`,
  ];
}

async function measure(folder: string): Promise<QualityResult> {
  const names = (await readdir(join(folder, 'truth'))).map((name) => name.replace(/\.json$/, '')).toSorted();
  const scored: { readonly name: string; readonly split: string; readonly counts: Counts }[] = [];
  const losses: string[] = [];
  for (const name of names) {
    const truth: StructureTruth = JSON.parse(await readFile(join(folder, 'truth', `${name}.json`), 'utf8'));
    const document = await read(await readFile(join(folder, 'documents', `${name}.pdf`)), { from: 'pdf' });
    const found = collected(document.blocks);
    const own = score(
      truth,
      found,
      document.notes,
      document.furniture.map(({ text }) => text),
    );
    scored.push({ name, split: truth.split, counts: own.counts });
    for (const loss of own.losses) losses.push(`${name}: ${loss}`);
  }
  const splitOf = (split: string): Counts[] =>
    scored.filter((each) => each.split === split).map(({ counts }) => counts);
  return {
    measured: `${names.length} documents; recall / precision`,
    columns,
    rows: [
      { tool: 'fit', figures: figuresOf(splitOf('fit')) },
      { tool: 'test', figures: figuresOf(splitOf('test')) },
      ...scored.map(({ name, split, counts }) => ({
        tool: `${split} ${name}`,
        figures: figuresOf([counts]),
      })),
    ],
    losses,
  };
}

/** Papers in many styles, whose structure is known because they were typeset for this set. */
export const structure: QualitySet = {
  name: 'structure',
  title: 'The structure of papers typeset in many styles, without tags and outline',
  measure,
};
