import { describe, expect, it } from 'vitest';
import { documentContent } from '../../../../lib/conversions/engine/content.ts';
import { jsonListing } from '../../../../lib/conversions/formats/json/listing.ts';
import { writeMarkdown } from '../../../../lib/conversions/formats/markdown/write-blocks.ts';
import { textReader } from '../../../../lib/conversions/formats/text/reader.ts';

const request = { operation: 'read', to: 'document', options: {} } as const;
const fromText = async (text: string) =>
  documentContent((await textReader.convert(Buffer.from(text), { from: 'text', ...request })).content);
const fromJson = async (text: string) =>
  documentContent((await jsonListing.convert(Buffer.from(text), { from: 'json', ...request })).content);

const long = 'a line that is as long as those a mail program breaks at its width';

describe('reading text', () => {
  it.each([
    ['splits paragraphs at blank lines', 'a\n \n\nb', 'a\n\nb\n'],
    ['joins hard-wrapped lines', `${long}\n${long}\nend.`, `${long} ${long} end.\n`],
    ['keeps intentional line breaks', 'a\nb', 'a\\\nb\n'],
    ['keeps columns', 'a    1\nb    2', '```\na    1\nb    2\n```\n'],
  ])('%s', async (_, text, expected) => {
    expect(writeMarkdown(await fromText(text), { imageAddress: () => undefined })).toBe(expected);
  });

  it('starts a page at a form feed', async () => {
    expect((await fromText('a\fb')).blocks.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'page_break',
      'paragraph',
    ]);
  });
});

describe('reading json as a document', () => {
  it('indents values and preserves their notation', async () => {
    const tree = await fromJson('{"a":[1,{}, [],"x\\"{y"],"b":12345678901234567890,"c":{"d":1.0e5}}');

    expect(tree.blocks).toEqual([
      {
        kind: 'code',
        language: 'json',
        text: '{\n  "a": [\n    1,\n    {},\n    [],\n    "x\\"{y"\n  ],\n  "b": 12345678901234567890,\n  "c": {\n    "d": 1.0e5\n  }\n}',
      },
    ]);
  });

  it.each([
    ['{"a":', 'corrupt_document'],
    [`${'['.repeat(1000)}${']'.repeat(1000)}`, 'too_complex'],
  ])('refuses %s', async (text, code) => {
    await expect(fromJson(text)).rejects.toMatchObject({ code });
  });
});
