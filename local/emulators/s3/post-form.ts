import { type ByteReader, createByteReader } from './byte-reader.ts';
import { S3Error } from './errors.ts';

/** A form up to its file. Fields after the file are ignored, as on S3. */
type PostForm = {
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  /** The file's bytes. Reads the form to its end. */
  readonly file: AsyncIterable<Buffer>;
};

/** S3's limit for all fields before the file. */
const maxFieldBytes = 20 * 1024;

/**
 * Reads a browser form (multipart/form-data, RFC 7578) up to its file.
 *
 * @throws S3Error MalformedPOSTRequest, InvalidArgument (no file, a field twice), MaxPostPreDataLengthExceededError
 */
export async function readPostForm(body: AsyncIterable<Buffer>, contentType: string): Promise<PostForm> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (!boundary) throw malformed();
  const reader = createByteReader(body);
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`, 'latin1');
  if (`\r\n${await reader.line()}` !== delimiter.toString('latin1')) throw malformed();

  const fields = new Map<string, string>();
  let budget = maxFieldBytes;
  for (;;) {
    const name = await readPartName(reader);
    if (name === 'file') return { fields, file: readFile(reader, delimiter) };
    if (fields.has(name)) {
      throw new S3Error('InvalidArgument', `POST requires exactly one field named '${name}'.`, {
        ArgumentName: name,
      });
    }
    const chunks: Buffer[] = [];
    for await (const chunk of reader.until(delimiter)) {
      budget -= chunk.length;
      if (budget < 0) {
        throw new S3Error(
          'MaxPostPreDataLengthExceededError',
          'Your POST request fields preceding the upload file were too large.',
        );
      }
      chunks.push(chunk);
    }
    fields.set(name, Buffer.concat(chunks).toString());
    const rest = await reader.line();
    if (rest === '--') {
      throw new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.', {
        ArgumentName: 'file',
      });
    }
    if (rest !== '') throw malformed();
  }
}

async function readPartName(reader: ByteReader): Promise<string> {
  let disposition: string | undefined;
  let lines = 0;
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    if (++lines > 16) throw malformed();
    const match = /^content-disposition:\s*form-data\s*(;.*)$/i.exec(line);
    if (match) disposition = Buffer.from(match[1] ?? '', 'latin1').toString();
  }
  const name = /;\s*name="([^"]+)"/i.exec(disposition ?? '')?.[1];
  if (name === undefined) throw malformed();
  return name.toLowerCase();
}

async function* readFile(reader: ByteReader, delimiter: Buffer): AsyncGenerator<Buffer> {
  yield* reader.until(delimiter);
  while ((await reader.take(64 * 1024)).length > 0);
}

const malformed = () =>
  new S3Error(
    'MalformedPOSTRequest',
    'The body of your POST request is not well-formed multipart/form-data.',
  );
