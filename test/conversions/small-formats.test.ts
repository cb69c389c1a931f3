import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../lib/conversions/detection/detect.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { convert, extract, read } from '../../lib/conversions/index.ts';
import { tinyPng } from './office-files.ts';
import { dbf, dif, eml, ipynb, mhtml, plainMail, srt, tsv, vtt } from './small-files.ts';

const textOf = async (input: Uint8Array, from: Format, format: 'text' | 'markdown', options = {}) => {
  const { bytes } = await extract(input, { from, format, options });
  return Buffer.from(bytes).toString();
};

const fileOf = async (input: Uint8Array, from: Format, to: Format) =>
  Buffer.from((await convert(input, { from, to })).bytes).toString();

describe('detection', () => {
  it.each<[Format, Uint8Array]>([
    ['eml', eml],
    ['eml', plainMail],
    ['mhtml', mhtml],
    ['ipynb', ipynb],
    ['srt', srt],
    ['vtt', vtt],
    ['dbf', dbf],
    ['dif', dif],
    ['tsv', tsv],
    ['json', Buffer.from('{"a": 1}\n{"a": 2}\n')],
    ['text', Buffer.from('Note: one\nTo: me\n\nText\n')],
    ['text', Buffer.from('1\n00:00:01,000 is a time\n')],
    ['text', Buffer.from('{"a": 1}\nand more\n')],
    ['json', Buffer.from('{"cells": 4, "nbformat": "x"}')],
  ])('finds %s by the bytes', async (format, bytes) => {
    expect(await detectFormat(bytes)).toBe(format);
  });
});

describe('a message', () => {
  it('has its header, page, images and a list of its files', async () => {
    expect(await textOf(eml, 'eml', 'markdown')).toBe(`# Notes on the engine

**From:** Ada Lové <ada@example.com>\\
**To:** Charles <charles@example.com>, <team@example.com>\\
**Date:** 2026-11-23T09:30:00Z

Dear **Charles**,

![a dot](image-001.png) Güte

## Attachments

- plan.pdf (application/pdf, 2 KB)
`);
    const { metadata, attachments } = await read(eml, { from: 'eml' });
    expect(metadata).toMatchObject({
      title: 'Notes on the engine',
      author: 'Ada Lové <ada@example.com>',
      created: '2026-11-23T09:30:00Z',
    });
    expect(attachments).toEqual([{ name: 'plan.pdf', mime_type: 'application/pdf', bytes: 2000 }]);
  });

  it('of plain text keeps its lines and quotes', async () => {
    expect(await textOf(plainMail, 'eml', 'markdown')).toBe(`# Hi

**From:** <ada@example.com>\\
**To:** <bo@example.com>

First line\\
second line

> you said\\
> that

Bye
`);
  });

  it.each([
    [
      'with parts in parts without end',
      Array.from(
        { length: 500 },
        (__, at) => `Content-Type: multipart/mixed; boundary=a${at}\n\n--a${at}\n`,
      ).join(''),
    ],
    ['with a header without end', `Subject: ${'x'.repeat(3_000_000)}`],
  ])('%s is refused', async (_, text) => {
    await expect(textOf(Buffer.from(text), 'eml', 'text')).rejects.toMatchObject({
      code: 'too_complex',
    });
  });
});

describe('a saved web page', () => {
  it('is read as the page that it is', async () => {
    expect(await textOf(mhtml, 'mhtml', 'markdown')).toBe('# Tides\n\nHigh water. ![dot](image-001.png)\n');
    expect((await read(mhtml, { from: 'mhtml' })).metadata.title).toBe('Tides of the world');
  });
});

describe('a notebook', () => {
  it('has its text, code and outputs', async () => {
    expect(await textOf(ipynb, 'ipynb', 'markdown')).toBe(`# Tides

With *care*. ![dot](image-001.png)

\`\`\`python
print("high")
\`\`\`

\`\`\`
high
low
\`\`\`

![](image-002.png)

| a | b |
| --- | --- |
| 1 | 2 |

\`\`\`
42
\`\`\`

\`\`\`
ValueError: too low
\`\`\`

\`\`\`
left as it is
\`\`\`
`);
  });

  it('keeps embedded images apart from those of outputs', async () => {
    const image = (colour: string): string =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><path fill="${colour}"/></svg>`).toString(
        'base64',
      );
    const cells = [
      {
        cell_type: 'code',
        source: '',
        outputs: [
          {
            output_type: 'display_data',
            data: { 'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
          },
        ],
      },
      {
        cell_type: 'markdown',
        source: `![red](data:image/svg+xml;base64,${image('red')}) ![web](https://example.com/a.png)`,
      },
    ];
    const notebook = Buffer.from(JSON.stringify({ nbformat: 4, metadata: {}, cells }));

    expect(await textOf(notebook, 'ipynb', 'markdown')).toBe(
      '![](image-001.svg)\n\n![red](image-002.svg) web\n',
    );
    const { images } = await read(notebook, { from: 'ipynb' });
    expect(images.map(({ bytes }) => bytes)).toEqual([41, 64]);
  });

  it('has the page of an output that has nothing else', async () => {
    const outputs = [{ output_type: 'display_data', data: { 'text/html': ['<b>High</b> ', 'water'] } }];
    const cells = [{ cell_type: 'code', metadata: {}, source: 'show()', outputs }];
    const notebook = Buffer.from(JSON.stringify({ nbformat: 4, metadata: {}, cells }));

    expect(await textOf(notebook, 'ipynb', 'markdown')).toBe('```\nshow()\n```\n\n**High** water\n');
  });

  it('has the image of each cell, even if they have one name', async () => {
    const cell = (bytes: number) => ({
      cell_type: 'markdown',
      source: '![](attachment:image.png)',
      attachments: {
        'image.png': { 'image/png': Buffer.concat([tinyPng, Buffer.alloc(bytes)]).toString('base64') },
      },
    });
    const notebook = Buffer.from(
      JSON.stringify({ nbformat: 4, metadata: {}, cells: [cell(1), cell(2), cell(1)] }),
    );

    expect(await textOf(notebook, 'ipynb', 'markdown')).toBe(
      '![](image-001.png)\n\n![](image-002.png)\n\n![](image-001.png)\n',
    );
  });

  it.each(['{', '{"nbformat": 3, "worksheets": []}', '[]'])('that is %s is refused', async (text) => {
    await expect(textOf(Buffer.from(text), 'ipynb', 'text')).rejects.toMatchObject({
      code: 'corrupt_document',
    });
  });
});

describe('subtitles', () => {
  it('are read as paragraphs', async () => {
    expect(await textOf(srt, 'srt', 'text')).toBe(
      'High water comes twice a day. Not everywhere.\n\nLater & lower.',
    );
    expect(await textOf(vtt, 'vtt', 'markdown')).toBe('**Ada:** High water?\n\n**Bo:** Twice a day.\n');
  });

  it('are read with their times if asked', async () => {
    expect(await textOf(srt, 'srt', 'text', { timestamps: true })).toBe(
      '00:00:01 High water comes twice a day.\n\n00:00:02 Not everywhere.\n\n00:01:10 Later & lower.',
    );
  });

  it('keep what is said again, and drop only lines that scroll', async () => {
    const cues = [
      '00:00:01,000 --> 00:00:02,000',
      '00:01:01,000 --> 00:01:02,000',
      '00:01:02,050 --> 00:01:03,000',
    ];
    const repeated = Buffer.from(cues.map((times, at) => `${at + 1}\n${times}\nNo.\n`).join('\n'));

    expect(await textOf(repeated, 'srt', 'text', { timestamps: true })).toBe('00:00:01 No.\n\n00:01:01 No.');
  });

  it('without times are refused', async () => {
    await expect(textOf(Buffer.from('Hello\n'), 'srt', 'text')).rejects.toMatchObject({
      code: 'corrupt_document',
    });
  });
});

describe('tables of one file', () => {
  it.each<[Format, Uint8Array]>([
    ['dbf', dbf],
    ['dif', dif],
  ])('in %s are read', async (from, bytes) => {
    expect(await fileOf(bytes, from, 'csv')).toBe('NAME,HEIGHT\r\nSaint-Malo,12.2\r\nNaples,0.3\r\n');
  });

  it('with tabs are read and written', async () => {
    expect(await fileOf(tsv, 'tsv', 'csv')).toBe('name,height\r\n"Saint-Malo, FR",12.2\r\nNaples,0.3\r\n');
    expect(await fileOf(Buffer.from('a,b\n"x\ty",2\n'), 'csv', 'tsv')).toBe('a\tb\r\n"x\ty"\t2\r\n');
  });

  it('of dBase that state no code page are read in theirs', async () => {
    // "虽然该指令经过重新发布" in GB 18030.
    const text = Buffer.from('cbe4c8bbb8c3d6b8c1eebeadb9fdd6d8d0c2b7a2b2bc', 'hex');
    const header = Buffer.alloc(65);
    header.set([3, 100, 1, 1, 1, 0, 0, 0, header.length, 0, text.length + 1, 0]);
    header.write('NAME', 32);
    header.set(Buffer.from('C'), 43);
    header.set([text.length], 48);
    header.set([0x0d], 64);
    const file = Buffer.concat([header, Buffer.from(' '), text, Buffer.from([0x1a])]);

    expect(await fileOf(file, 'dbf', 'csv')).toBe('NAME\r\n虽然该指令经过重新发布\r\n');
    // The language driver of Windows-1252.
    header.set([3], 29);
    const stated = Buffer.concat([header, Buffer.from(' '), text, Buffer.from([0x1a])]);
    expect(await fileOf(stated, 'dbf', 'csv')).toContain('ËäÈ»');
  });

  it('of dBase is read in UTF-8, if it states no code page, and its dates are ISO dates', async () => {
    const name = Buffer.from('Größe 普林斯顿'.padEnd(20));
    const header = Buffer.alloc(97);
    header.set([3, 100, 1, 1, 1, 0, 0, 0, header.length, 0, 1 + name.length + 8, 0]);
    header.write('NAME', 32);
    header.write('C', 43);
    header.set([name.length], 48);
    header.write('DAY', 64);
    header.write('D', 75);
    header.set([8], 80);
    header.set([0x0d], 96);
    const file = Buffer.concat([
      header,
      Buffer.from(' '),
      name,
      Buffer.from('20160524'),
      Buffer.from([0x1a]),
    ]);

    expect(await fileOf(file, 'dbf', 'csv')).toContain('Größe 普林斯顿,2016-05-24');
    expect(await textOf(file, 'dbf', 'text')).toContain('2016-05-24');
  });

  it.each<[Format, Uint8Array]>([
    ['dbf', dbf.subarray(0, 40)],
    ['dif', dif.subarray(0, 40)],
  ])('in %s that are cut short are refused', async (from, bytes) => {
    await expect(fileOf(bytes, from, 'csv')).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:corrupt|empty)_document$/),
    });
  });
});
