import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, refuse } from '../../../lib/api-errors.ts';
import { type Content, contentOf } from '../../../lib/files/content.ts';
import { readFilePart, receiveInMemory } from '../../../lib/http/multipart.ts';
import { largestFileBytes } from '../../../lib/plan-table.ts';
import { apiEvent } from '../../support/api-event.ts';
import { isLong, runsOf } from '../../support/long-run.ts';

const boundary = 'of-the-test';
const formType = `multipart/form-data; boundary=${boundary}`;

const part = (headers: readonly string[], content: string | Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from(`--${boundary}--\r\n`);
const form = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, end]);
const file = (content: string | Uint8Array, filename = 'a.txt', name = 'file'): Buffer =>
  part([`Content-Disposition: form-data; name="${name}"; filename="${filename}"`], content);
const field = (name: string, content: string): Buffer =>
  part([`Content-Disposition: form-data; name="${name}"`], content);

type ReadFile = { readonly filename: string; readonly bytes: Buffer };

const read = async (body: Buffer, contentType = formType): Promise<ReadFile> => {
  const event = apiEvent({ method: 'POST', body, headers: { 'content-type': contentType } });
  const limits = { receive: receiveInMemory, maxBytes: largestFileBytes };
  const { filename, content } = await readFilePart(event, limits, refuse);
  return { filename, bytes: await content.inspect(async (bytes) => Buffer.from(bytes)) };
};

const refusal = async (reading: Promise<unknown>): Promise<string> => {
  const error = await reading.then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return `${error.status} ${error.code}`;
  throw error;
};

describe('readFilePart', () => {
  it('accepts a boundary of the maximum length and refuses an excessive one', async () => {
    const under = (length: number): Promise<ReadFile> => {
      const other = 'b'.repeat(length);
      const body = form(file('x')).toString('latin1').replaceAll(boundary, other);
      return read(Buffer.from(body, 'latin1'), `multipart/form-data; boundary=${other}`);
    };

    expect(await under(70)).toEqual({ filename: 'a.txt', bytes: Buffer.from('x') });
    expect(await refusal(under(5000))).toBe('400 invalid_multipart');
  });

  it('returns the bytes and the name of the file', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));

    expect(await read(form(file(bytes, 'a b.bin')))).toEqual({ filename: 'a b.bin', bytes });
  });

  it('passes on the media type of the file', async () => {
    const body = form(
      part(
        ['Content-Disposition: form-data; name="file"; filename="x"', 'Content-Type: text/markdown'],
        '# A',
      ),
    );
    const event = apiEvent({ method: 'POST', body, headers: { 'content-type': formType } });

    const { content } = await readFilePart(
      event,
      { receive: receiveInMemory, maxBytes: largestFileBytes },
      refuse,
    );

    expect(content.mediaType).toBe('text/markdown');
  });

  it('ignores other text fields, before and after', async () => {
    const body = form(field('purpose', 'x'), file('text'), field('file', 'y'), field('', 'z'));

    expect((await read(body)).bytes.toString()).toBe('text');
  });

  it.each([
    ['in UTF-8', 'filename="übersicht.txt"', 'übersicht.txt'],
    ['encoded by RFC 8187', "filename*=UTF-8''%e2%82%ac.txt", '€.txt'],
    ['without quotes', 'filename=plain.txt', 'plain.txt'],
    ['with a quoted quote', 'filename="a\\"b.txt"', 'a"b.txt'],
    ['that is empty', 'filename=""', ''],
  ])('reads a name %s', async (_title, parameter, filename) => {
    const body = form(part([`Content-Disposition: form-data; name="file"; ${parameter}`], 'x'));

    expect((await read(body)).filename).toBe(filename);
  });

  it('accepts a file with a type but no name', async () => {
    const body = form(
      part(['Content-Disposition: form-data; name="file"', 'Content-Type: application/octet-stream'], 'x'),
    );

    expect(await read(body)).toEqual({ filename: '', bytes: Buffer.from('x') });
  });

  it.each([
    ['a boundary in quotes', 'multipart/form-data; boundary="of-the-test"'],
    ['an upper-case type', 'Multipart/Form-Data; Boundary=of-the-test'],
    ['an additional parameter', 'multipart/form-data; charset=utf-8; boundary=of-the-test'],
  ])('accepts %s', async (_title, contentType) => {
    expect((await read(form(file('text')), contentType)).bytes.toString()).toBe('text');
  });

  it('accepts a preamble and an epilogue', async () => {
    const body = Buffer.concat([Buffer.from('before\r\n'), form(file('text')), Buffer.from('after')]);

    expect((await read(body)).bytes.toString()).toBe('text');
  });

  it('accepts a file of exactly 25 MB and refuses one more byte', async () => {
    const largest = Buffer.alloc(largestFileBytes);

    expect((await read(form(file(largest)))).bytes).toHaveLength(largestFileBytes);
    expect(await refusal(read(form(file(Buffer.concat([largest, Buffer.of(0)])))))).toBe(
      '413 file_too_large',
    );
  });

  it.each([
    ['no type', form(file('x')), '', '415 unsupported_media_type'],
    ['another type', form(file('x')), 'application/json', '415 unsupported_media_type'],
    ['no boundary', form(file('x')), 'multipart/form-data', '400 invalid_multipart'],
    ['no body', Buffer.of(), formType, '400 missing_file'],
    ['only fields', form(field('file', 'x')), formType, '400 missing_file'],
    ['only a closing delimiter', end, formType, '400 missing_file'],
    ['a file part with another name', form(file('x', 'a.txt', 'document')), formType, '400 missing_file'],
    ['two files', form(file('x'), file('y')), formType, '400 multiple_files'],
    ['three files', form(file('x'), file('y'), file('z')), formType, '400 multiple_files'],
    [
      'a file next to one with another name',
      form(file('x'), file('y', 'b', 'c')),
      formType,
      '400 multiple_files',
    ],
    ['no closing delimiter', file('x'), formType, '400 invalid_multipart'],
    [
      'an end in the middle of a header',
      Buffer.from(`--${boundary}\r\nContent-Dis`),
      formType,
      '400 invalid_multipart',
    ],
    ['bytes that are not multipart', Buffer.from('nonsense'), formType, '400 invalid_multipart'],
    [
      'another boundary than the declared one',
      form(file('x')),
      'multipart/form-data; boundary=y',
      '400 invalid_multipart',
    ],
  ])('refuses %s', async (_title, body, contentType, expected) => {
    expect(await refusal(read(body, contentType))).toBe(expected);
  });
});

describe('any bytes', () => {
  const fragment = fc.constantFrom(
    `--${boundary}\r\n`,
    `--${boundary}--\r\n`,
    `--${boundary}`,
    '\r\n',
    '\r\n\r\n',
    'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n',
    'Content-Disposition: form-data; name="file"\r\n',
    'Content-Disposition: form-data; filename="a.txt"\r\n',
    'Content-Disposition: attachment\r\n',
    'Content-Type: text/plain; charset=nonsense\r\n',
    'Content-Type: application/octet-stream\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    "Content-Disposition: form-data; name=file; filename*=nonsense''%ff%zz\r\n",
    ': \r\n',
    'text',
  );
  const body = fc
    .array(
      fc.oneof(
        fragment.map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 40 }),
      ),
      { maxLength: 20 },
    )
    .map((parts) => Buffer.concat(parts));

  it('are parsed or refused, and never cause an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (bytes) => {
        const outcome = await read(bytes).then(
          (found) => [typeof found.filename, Buffer.isBuffer(found.bytes)],
          (error: unknown) => error,
        );

        if (!(outcome instanceof ApiError)) expect(outcome).toEqual(['string', true]);
      }),
      { numRuns: runsOf(300, 3000) },
    );
  });

  it('are returned unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
        const found = await read(form(file(bytes)));

        expect(found.bytes.equals(bytes)).toBe(true);
      }),
    );
  });
});

describe('a body that has not ended', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  // With other flags, V8 would not accept compiled code in later tests of this process.
  setFlagsFromString('--no-expose-gc');

  const heapBytes = async (): Promise<number> => {
    await nextTurn();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };

  const disposition = 'Content-Disposition: form-data; name="a"';
  const filler = 'x'.repeat(900_000);

  const bodies = [
    ['a text field', `--${boundary}\r\n${disposition}\r\n\r\n${filler}`],
    ['many headers', `--${boundary}\r\n${disposition}\r\n${'A: b\r\n'.repeat(100_000)}`],
    ['a file', `--${boundary}\r\n${disposition}; filename="a"\r\n\r\n${filler}`],
  ];
  const more = [
    ['many text fields', `--${boundary}\r\n${disposition}\r\n\r\n${'x'.repeat(9000)}\r\n`.repeat(100)],
    ['a header', `--${boundary}\r\n${disposition}\r\nX-Filler: ${filler}`],
    ['the name of a field', `--${boundary}\r\nContent-Disposition: form-data; name="${filler}`],
    ['the name of a file', `--${boundary}\r\n${disposition}; filename="${filler}`],
    ['text before the first part', filler],
    ['a part of another kind', `--${boundary}\r\nContent-Disposition: attachment\r\n\r\n${filler}`],
  ];

  it.each(isLong ? [...bodies, ...more] : bodies)(
    'keeps little of %s in the heap',
    async (_title = '', start = '') => {
      const bytes = Buffer.from(start);
      const count = 50;
      const limits = { receive: discard, maxBytes: largestFileBytes };
      const headers = { 'content-type': formType, 'transfer-encoding': 'chunked' };
      await readFilePart(apiEvent({ method: 'POST', body: form(file('x')), headers }), limits, refuse);
      const before = await heapBytes();

      const open = Array.from({ length: count }, () => {
        const stream = new PassThrough();
        const reading = refusal(
          readFilePart({ ...apiEvent({ method: 'POST', headers }), stream }, limits, refuse),
        );
        return { stream, reading };
      });
      for (let at = 0; at < bytes.length; at += 16_384) {
        for (const { stream } of open) stream.write(bytes.subarray(at, at + 16_384));
        await nextTurn();
      }
      const grown = (await heapBytes()) - before;
      for (const { stream } of open) stream.end();
      await Promise.all(open.map(({ reading }) => reading));

      expect(grown / count).toBeLessThan(60_000);
    },
  );
});

/** Receives a file and keeps nothing of it, as the disk of the upload service does. */
async function discard(chunks: AsyncIterable<Buffer>): Promise<Content> {
  let sizeBytes = 0;
  for await (const chunk of chunks) sizeBytes += chunk.length;
  return { ...contentOf(Buffer.alloc(0)), sizeBytes };
}
