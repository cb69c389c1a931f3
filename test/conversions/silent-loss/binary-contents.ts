import { openCompound } from '../../../lib/conversions/shared/compound-file/open-compound.ts';
import { docOf, longs, words } from '../formats/doc/doc-of.ts';
import { compoundOf } from '../shared/compound-file/compound-of.ts';
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
    word: 'hidden',
  },
  { name: 'the field of an embedded object', file: doc('\u0013 EMBED Package \u0014a\u0015'), word: 'embed' },
  { name: 'macros', file: withStreams(doc('a'), { 'Macros/VBA/dir': Buffer.from('x') }), word: 'macro' },
];
