import { Busboy } from '@fastify/busboy';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Refuse } from '../errors.ts';
import { fileTooLarge } from '../files/inspect-file.ts';
import { largestFileBytes } from '../plans.ts';
import { bodyBytes, header, mediaType } from './api-event.ts';

/** The one file of a multipart body. */
export type FilePart = { readonly filename: string; readonly bytes: Buffer };

type Part = FilePart & { readonly field: string };

type PartError =
  | 'unsupported_media_type'
  | 'invalid_multipart'
  | 'missing_file'
  | 'multiple_files'
  | 'file_too_large';

const badMultipart = (message: string, refuse: Refuse<'invalid_multipart'>, cause?: unknown): never =>
  refuse('invalid_multipart', `${message}. Send multipart/form-data with one file part named "file".`, {
    cause,
  });

const parseParts = (body: Buffer, contentType: string): Promise<Part[]> =>
  // The constructor throws for an unusable boundary, which also rejects the promise.
  new Promise<Part[]>((resolve, reject) => {
    const parts: Part[] = [];
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      defCharset: 'utf8',
      // One byte more than the limit, to detect a file that is too large; two files, to detect a second one.
      limits: { fileSize: largestFileBytes + 1, files: 2, fields: 100, fieldSize: 1_048_576 },
    });
    parser.on('file', (field, stream, filename) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        // Browsers send a part without name and bytes for an empty file input.
        if (filename || bytes.length > 0) parts.push({ field, filename: filename ?? '', bytes });
      });
    });
    parser.on('error', reject);
    parser.on('finish', () => resolve(parts));
    parser.end(body);
  });

/**
 * The file part named `file` of a multipart/form-data request (RFC 7578). Other text fields are ignored.
 *
 * @throws ApiError `unsupported_media_type`, `invalid_multipart`, `missing_file`, `multiple_files`, `file_too_large`
 */
export const readFilePart = async (
  event: APIGatewayProxyEvent,
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
  const body = bodyBytes(event);
  if (body.length === 0) {
    return refuse('missing_file', 'The body is empty. Send a file part named "file".');
  }
  const [part, ...more] = await parseParts(body, contentType).catch((cause: unknown) =>
    badMultipart('The body is not well-formed multipart/form-data', refuse, cause),
  );
  if (more.length > 0) {
    return refuse('multiple_files', 'The body has more than one file. Send each file in its own request.');
  }
  if (part === undefined) {
    return refuse('missing_file', 'The body has no file part named "file". A file part has a filename.');
  }
  if (part.field !== 'file') {
    return refuse('missing_file', `The file part is named ${JSON.stringify(part.field)}. Name it "file".`);
  }
  if (part.bytes.length > largestFileBytes) throw fileTooLarge(undefined, largestFileBytes);
  return { filename: part.filename, bytes: part.bytes };
};
