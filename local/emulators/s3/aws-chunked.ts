import { createHash } from 'node:crypto';
import { sha256Hex } from '../../access/sigv4.ts';
import type { Authenticated } from './authenticate.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';
import { S3Error } from './errors.ts';
import { checkSignature } from './signing.ts';

/** The payload forms that come as `aws-chunked`, with what each of them carries. */
const forms: Readonly<Record<string, { signed: boolean; trailer: boolean }>> = {
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { signed: false, trailer: true },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { signed: true, trailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { signed: true, trailer: true },
};

/** Whether `x-amz-content-sha256` announces an `aws-chunked` body. */
export function isChunkedPayload(payloadHash: string): boolean {
  return Object.hasOwn(forms, payloadHash);
}

/**
 * The bytes inside an `aws-chunked` body. Trailing headers, lower-cased, are in `trailers` once it has ended.
 *
 * @throws S3Error SignatureDoesNotMatch (a chunk, or the trailer), IncompleteBody, InvalidChunkSizeError, MalformedTrailerError
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export async function* decodeChunked(
  source: AsyncIterable<Buffer>,
  authenticated: Authenticated,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const form = forms[authenticated.payloadHash] ?? { signed: true, trailer: true };
  const { signer } = authenticated;
  const reader = createByteReader(source);
  let previous = authenticated.signature;
  const checkChained = (kind: string, signature: string, hashes: readonly string[]) => {
    const head = [`AWS4-HMAC-SHA256-${kind}`, signer.amzDate, signer.scope.text, previous];
    checkSignature(signer, [...head, ...hashes].join('\n'), signature);
    previous = signature;
  };

  for (;;) {
    const { size, signature } = parseChunkHead(await reader.line(), form.signed);
    const hash = form.signed ? createHash('sha256') : undefined;
    for (let left = size; left > 0; ) {
      const data = await reader.take(left);
      if (data.length === 0) throw incomplete();
      hash?.update(data);
      left -= data.length;
      yield data;
    }
    if (hash) checkChained('PAYLOAD', signature, [sha256Hex(''), hash.digest('hex')]);
    if (size === 0) break;
    if ((await reader.line()) !== '') throw incomplete();
  }

  const trailerText = await readTrailers(reader, trailers);
  if (form.signed && form.trailer) {
    const signature = trailers.get('x-amz-trailer-signature') ?? '';
    checkChained('TRAILER', signature, [sha256Hex(trailerText)]);
    trailers.delete('x-amz-trailer-signature');
  }
  if ((await reader.take(1)).length > 0) throw incomplete();
}

function parseChunkHead(line: string, signed: boolean): { size: number; signature: string } {
  const match = signed
    ? /^([0-9a-f]{1,8});chunk-signature=([0-9a-f]{64})$/i.exec(line)
    : /^([0-9a-f]{1,8})$/i.exec(line);
  if (!match) throw new S3Error('InvalidChunkSizeError', 'The chunk size or its extension is malformed.');
  return { size: Number.parseInt(match[1] ?? '', 16), signature: match[2] ?? '' };
}

/** Reads to the empty line; gives the text that a trailer's signature covers. */
async function readTrailers(reader: ByteReader, trailers: Map<string, string>): Promise<string> {
  let signedText = '';
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    const [, name = '', value = ''] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    const lower = name.toLowerCase();
    if (!lower || trailers.has(lower) || trailers.size > 8) {
      throw new S3Error(
        'MalformedTrailerError',
        'The request contained trailing data that was not well-formed.',
      );
    }
    trailers.set(lower, value.trim());
    if (lower !== 'x-amz-trailer-signature') signedText += `${lower}:${value.trim()}\n`;
  }
  return signedText;
}

const incomplete = () =>
  new S3Error(
    'IncompleteBody',
    'You did not provide the number of bytes specified by the Content-Length HTTP header',
  );
