import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../lib/conversions/detection/detect.ts';
import { unpackRtf } from '../../../../lib/conversions/formats/mail/compressed-rtf.ts';
import { extract, read } from '../../../../lib/conversions/index.ts';
import { tinyPng } from '../../office-files.ts';
import { msg, msgOf } from './msg-of.ts';

// The example of [MS-OXRTFCP] 4.1.
const packed = Buffer.from(
  '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0'.replaceAll(
    ' ',
    '',
  ),
  'hex',
);
const unpacked = '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n';

const markdownOf = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from((await extract(bytes, { from: 'msg', format: 'markdown' })).bytes).toString();

const plainRtf = (rtf: string): Buffer => {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(0x414c454d, 8);
  return Buffer.concat([header, Buffer.from(rtf, 'latin1')]);
};

describe('an Outlook message', () => {
  it('has its header, page, images and a list of its files', async () => {
    const bytes = msg(tinyPng);

    expect(await detectFormat(bytes)).toBe('msg');
    expect(await markdownOf(bytes)).toBe(`# Notes on the engine

**From:** Ada Lové <ada@example.com>\\
**To:** Charles <charles@example.com>\\
**Cc:** Team <team@example.com>\\
**Date:** 2026-11-23T09:30:00Z

Dear **Charles**,

![a dot](image-001.png) Güte

## Attachments

- PLAN.PDF (application/pdf, 2 KB)

## Older notes
`);
    const { format, metadata, attachments } = await read(bytes, { from: 'msg' });
    expect(format).toBe('msg');
    expect(metadata).toMatchObject({ title: 'Notes on the engine', created: '2026-11-23T09:30:00Z' });
    expect(attachments).toHaveLength(2);
  });

  it('is read from its RTF if it has no page', async () => {
    const rtf = plainRtf('{\\rtf1\\ansi hello \\b world\\b0\\par}');
    const properties = { '0037': 'Hi', '1000': 'hello world' };

    expect(await markdownOf(msgOf({ properties: { ...properties, '1009': rtf } }))).toBe(
      '# Hi\n\nhello **world**\n',
    );
    expect(await markdownOf(msgOf({ properties: { ...properties, '1009': packed } }))).toBe(
      '# Hi\n\nhello world\n',
    );
    // Damaged RTF: its plain text is read.
    const damaged = Buffer.from('no compressed text, but longer than a header');
    expect(await markdownOf(msgOf({ properties: { ...properties, '1009': damaged } }))).toBe(
      '# Hi\n\nhello world\n',
    );
  });

  it('may be in a code page', async () => {
    const properties = { '0037': '\xcf\xf0\xe8\xe2\xe5\xf2', '1000': '\xcc\xb8\xe4', '3FFD': 1251 };

    expect(await markdownOf(msgOf({ properties, isNarrow: true }))).toBe('# Привет\n\nМёд\n');
  });

  it('has the code page of its page if it states no other', async () => {
    const properties = { '0037': '\xa4\xa4\xa4\xe5', '1013': '<p>\xb4\xfa\xb8\xd5</p>' };
    const japanese = { '0037': '\x93\xfa\x96\x7b', '1013': Buffer.from('\x1b$BF|K\\\x1b(B', 'latin1') };

    expect(await markdownOf(msgOf({ properties: { ...properties, '3FDE': 950 }, isNarrow: true }))).toBe(
      '# 中文\n\n測試\n',
    );
    expect(await markdownOf(msgOf({ properties: { ...japanese, '3FDE': 50220 }, isNarrow: true }))).toBe(
      '# 日本\n\n日本\n',
    );
  });

  it('may declare UTF-8 and be in windows-1252', async () => {
    const rtf = plainRtf("{\\rtf1\\ansi\\ansicpg65001 caf\\'e9\\par}");

    expect(await markdownOf(msgOf({ properties: { '0037': 'Hi', '1009': rtf } }))).toBe('# Hi\n\ncafé\n');
  });

  it('has no link to an address of Exchange, and no person without a name', async () => {
    const properties = { '0C1A': 'Kim', '0C1F': '/O=COMPANY/CN=KIM@BEN', '1000': 'Hello' };
    const recipients = [{ '3001': '', '0C15': 1 }];

    expect(await markdownOf(msgOf({ properties, recipients }))).toBe('**From:** Kim\n\nHello\n');
  });

  it('without anything is refused, and a damaged one, too', async () => {
    const empty = msgOf({ properties: {} });
    const whole = msg(tinyPng);

    await expect(markdownOf(empty)).rejects.toMatchObject({ code: 'empty_document' });
    await expect(markdownOf(whole.subarray(0, 600))).rejects.toMatchObject({ code: 'corrupt_document' });
  });
});

describe('compressed RTF', () => {
  it('is unpacked as its specification shows', () => {
    expect(unpackRtf(packed)?.toString('latin1')).toBe(unpacked);
  });

  it('that is cut gives its start, and what is none nothing', () => {
    expect(unpacked.startsWith(unpackRtf(packed.subarray(0, 30))?.toString('latin1') ?? 'none')).toBe(true);
    expect(unpackRtf(Buffer.alloc(40))).toBeUndefined();
    expect(unpackRtf(Buffer.alloc(4))).toBeUndefined();
  });

  it('never grows beyond nine times its size', () => {
    const hostile = Buffer.alloc(100_016, 0xff);
    packed.copy(hostile, 0, 0, 16);

    expect(unpackRtf(hostile)?.length).toBeLessThanOrEqual(900_144);
  });
});
