import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import type { Answer } from './answer.ts';

const encoders = { gzip: promisify(gzip), deflate: promisify(deflate) } as const;

type Encoding = keyof typeof encoders;

/** The first content encoding that a client accepts and API Gateway has; undefined if there is none. */
function acceptedEncoding(acceptEncoding: string): Encoding | undefined {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return accepted.includes('gzip') ? 'gzip' : accepted.includes('deflate') ? 'deflate' : undefined;
}

/**
 * Compresses the body of a response like API Gateway: if the client accepts it and the body has at least `minBytes`.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gzip-compression-decompression.html
 */
export async function compress(
  answer: Answer,
  acceptEncoding: string | undefined,
  minBytes: number | undefined,
): Promise<Answer> {
  const encoding = acceptedEncoding(acceptEncoding ?? '');
  if (minBytes === undefined || answer.body.length < minBytes || encoding === undefined) return answer;
  if (answer.headers.has('content-encoding')) return answer;
  const headers = new Map([...answer.headers, ['content-encoding', [encoding]] as const]);
  return { ...answer, headers, body: await encoders[encoding](answer.body) };
}
