import { openCompound } from '../../../lib/conversions/shared/compound-file/open-compound.ts';
import { docOf, longs, words } from '../formats/doc/doc-of.ts';
import { compoundOf } from '../shared/compound-file/compound-of.ts';
import { box4, container, numbers, pptOf, record, texts } from '../shared/compound-file/ppt-of.ts';
import type { Content } from './content.ts';

const W = 'Marker';
const none = { body: '', footnotes: '', headers: '', comments: '', endnotes: '' };
const doc = (body: string): Buffer => docOf({ ...none, body: `${body}\r` }, [`${body}\r`], {});

/** A document with a story after its text, to which character `at` refers. The places are those of its two tables. */
function docWith(
  story: 'footnotes' | 'endnotes' | 'comments',
  mark: string,
  places: readonly [references: number, texts: number],
): Buffer {
  const body = `a${mark}b\r`;
  const text = `${mark}${W}\r`;
  const reference =
    story === 'comments'
      ? Buffer.concat([longs(1, body.length), Buffer.alloc(30)])
      : Buffer.concat([longs(1, body.length), words(1)]);
  return docOf({ ...none, body, [story]: `${text}\r` }, ['a', [mark, 0x0855], `b\r${text}\r`], {
    [places[0]]: reference,
    [places[1]]: longs(0, text.length, text.length + 1),
  });
}

/** The file with further streams. */
function withStreams(file: Buffer, streams: Readonly<Record<string, Buffer>>): Buffer {
  const open = openCompound(file);
  const own = ['WordDocument', '1Table'].map((name) => [name, Buffer.from(open(name) ?? [])] as const);
  return compoundOf({ ...Object.fromEntries(own), ...streams });
}

export const docContents: readonly Content[] = [
  { name: 'a paragraph', file: doc(W), word: W },
  { name: 'a footnote', file: docWith('footnotes', '\u0002', [0xaa, 0xb2]), word: W },
  { name: 'an endnote', file: docWith('endnotes', '\u0002', [0x20a, 0x212]), word: W },
  { name: 'a field', file: doc(`\u0013 FORMTEXT \u0014${W}\u0015`), word: W },
  { name: 'a link', file: doc(`\u0013 HYPERLINK "https://${W}.example" \u0014a\u0015`), word: W },
  {
    name: 'hidden text',
    file: docOf({ ...none, body: `a${W}\r` }, ['a', [W, 0x083c], '\r'], {}),
    word: 'hidden|cannot be seen',
  },
  { name: 'the field of an embedded object', file: doc('\u0013 EMBED Package \u0014a\u0015'), word: 'embed' },
  { name: 'macros', file: withStreams(doc('a'), { 'Macros/VBA/dir': Buffer.from('x') }), word: 'macro' },
];

/** A text with a length, as the tags of later versions have it. */
const line = (content: string, instance: number): Buffer =>
  record(4026, Buffer.from(content, 'utf16le'), instance * 16);
const comment = container(5000, [
  container(5002, [
    line('___PPT10', 0),
    record(
      5003,
      container(12000, [line('Ada', 0), line(W, 1), line('A', 2), record(12001, Buffer.alloc(28))]),
    ),
  ]),
]);
const external = (type: number): Buffer[] => [
  container(1033, [record(1034, numbers(1)), container(type, [])]),
];
const footer = container(4057, [record(4058, numbers(0x200000)), line(W, 2)], 3);
const hiddenSlide = record(1017, Buffer.from('00000000000000000000040000000000', 'hex'));
const shape = (...parts: Buffer[]): Buffer =>
  container(0xf004, [record(0xf010, box4(0, 0, 100, 100)), ...parts]);
// Options of a shape: the description of an image, or the text of WordArt.
const option = (id: number, content: string): Buffer => {
  const text = Buffer.from(`${content}\0`, 'utf16le');
  const entry = Buffer.alloc(6);
  entry.writeUInt16LE(id | 0x8000, 0);
  entry.writeUInt32LE(text.length, 2);
  return record(0xf00b, Buffer.concat([entry, text]), 0x13);
};

export const pptContents: readonly Content[] = [
  { name: 'a text', file: pptOf({ shapes: [shape(container(0xf00d, texts(4, W)))] }), word: W },
  {
    name: 'a comment',
    file: pptOf({ more: [comment] }),
    word: W,
    leftOut: { markdown: 'Extract "document" lists comments.' },
  },
  {
    name: 'a footer',
    file: pptOf({ inDocument: [footer] }),
    word: W,
    leftOut: { markdown: 'Extract "document" lists footers.' },
  },
  { name: 'a hidden slide', file: pptOf({ more: [hiddenSlide] }), word: 'Hidden slides' },
  { name: 'WordArt', file: pptOf({ shapes: [shape(option(192, W))] }), word: W },
  { name: 'an embedded object', file: pptOf({ inDocument: external(4044) }), word: 'embedded object' },
  { name: 'a linked object', file: pptOf({ inDocument: external(4046) }), word: 'object' },
  { name: 'a control', file: pptOf({ inDocument: external(4078) }), word: 'control' },
  { name: 'a video', file: pptOf({ inDocument: external(4102) }), word: 'video' },
  { name: 'a sound', file: pptOf({ inDocument: external(4111) }), word: 'audio' },
  {
    name: 'macros',
    file: pptOf({ inDocument: [container(2000, [container(1023, [record(1024, numbers(5, 1, 2), 2)], 1)])] }),
    word: 'macro',
  },
];
