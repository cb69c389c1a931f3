import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BusboyFileStream } from '@fastify/busboy';
import { maxBodyBytes } from '../api/limits.ts';
import { ApiError, type Refuse } from '../api-errors.ts';
import { type Content, contentOf, type Receive } from '../files/content.ts';
import { fileTooLarge } from '../files/inspect-file.ts';
import { type ApiEvent, bodyStream, hasNoBody, header, mediaType } from './api-event.ts';

/** The one file of a multipart body. */
type FilePart = { readonly filename: string; readonly content: Content };

type Part = FilePart & { readonly field: string };

/** How a multipart body is received. */
type Reception = {
  readonly receive: Receive;
  /** The largest file. */
  readonly maxBytes: number;
  /** Gets each text field. Default: text fields are ignored. */
  readonly onField?: (name: string, text: string) => void;
};

type PartError =
  | 'unsupported_media_type'
  | 'invalid_multipart'
  | 'missing_file'
  | 'multiple_files'
  | 'file_too_large';

/** Receives a file in memory. */
export const receiveInMemory: Receive = async (chunks) => contentOf(await buffer(chunks));

/** The pieces of a file. Throws `file_too_large` at the first byte over the limit. */
async function* atMost(maxBytes: number, stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of stream) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw fileTooLarge(undefined, maxBytes);
    yield chunk;
  }
}

/**
 * Bytes of the headers of a part. A field and a file name need some 3 KB at most; what exceeds the limit is ignored. The parser
 * buffers headers and text fields, and the upload service has 1,100 requests at a time in 80 MB.
 */
const maxHeaderBytes = 8192;

/** Limits of a body's text fields. One byte over the size of a JSON body shows that a field is too large. */
const textLimits = { fields: 100, fieldSize: maxBodyBytes + 1 } as const;

const badMultipart = (message: string, refuse: Refuse<'invalid_multipart'>, cause?: unknown): never =>
  refuse('invalid_multipart', `${message}. Send multipart/form-data with one file part named "file".`, {
    cause,
  });

/** Parses a body. Stops at the first part that is refused, so the rest of the body may be unread. */
const parseParts = async (
  body: Readable,
  contentType: string,
  receivePart: (
    field: string,
    filename: string | undefined,
    stream: BusboyFileStream,
    mediaType: string | undefined,
  ) => Promise<void>,
  onField: Reception['onField'],
): Promise<void> => {
  // Most requests to convert have no file in their body.
  const { Busboy } = await import('@fastify/busboy');
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    defCharset: 'utf8',
    limits: {
      // Two files, to detect a second one.
      files: 2,
      headerSize: maxHeaderBytes,
      headerPairs: 100,
      // Skips each text field that nobody reads. By default the parser buffers it.
      ...(onField === undefined ? { fields: 0 } : textLimits),
    },
  });
  const received: Promise<void>[] = [];
  parser.on('file', (field, stream, filename, _transferEncoding, type) => {
    const part = receivePart(field, filename, stream, type);
    part.catch((error: Error) => parser.destroy(error));
    received.push(part);
  });
  if (onField !== undefined) parser.on('field', (name, text) => onField(name, text));
  await pipeline(body, parser);
  await Promise.all(received);
};

/**
 * Reads the file part named `file` of a multipart/form-data request (RFC 7578).
 *
 * @throws ApiError `unsupported_media_type`, `invalid_multipart`, `missing_file`, `multiple_files`, `file_too_large`
 */
export const readFilePart = async (
  event: ApiEvent,
  { receive, maxBytes, onField }: Reception,
  refuse: Refuse<PartError>,
): Promise<FilePart> => {
  const given = mediaType(event);
  if (given !== 'multipart/form-data') {
    return refuse(
      'unsupported_media_type',
      `Send Content-Type: multipart/form-data with a file part named "file"${given === undefined ? '' : `, not ${JSON.stringify(given)}`}`,
      { headers: { Accept: 'multipart/form-data' } },
    );
  }
  const contentType = header(event, 'content-type') ?? '';
  if (!/;\s*boundary=/i.test(contentType)) {
    return badMultipart('The Content-Type has no boundary', refuse);
  }
  if (hasNoBody(event)) return refuse('missing_file', 'The body is empty. Send a file part named "file".');
  let part: Part | undefined;
  const receivePart: Parameters<typeof parseParts>[2] = async (field, filename, stream, type) => {
    const content = await receive(atMost(maxBytes, stream));
    // Browsers send a part without name and bytes for an empty file input.
    if (!filename && content.sizeBytes === 0) return;
    if (part !== undefined) {
      refuse('multiple_files', 'The body has more than one file. Send each file in its own request.');
    }
    part = { field, filename: filename ?? '', content: { ...content, mediaType: type } };
  };
  await parseParts(bodyStream(event), contentType, receivePart, onField).catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    return badMultipart('The body is not well-formed multipart/form-data', refuse, cause);
  });
  if (part === undefined) {
    return refuse('missing_file', 'The body has no file part named "file". A file part has a filename.');
  }
  if (part.field !== 'file') {
    return refuse('missing_file', `The file part is named ${JSON.stringify(part.field)}. Name it "file".`);
  }
  return { filename: part.filename, content: part.content };
};
