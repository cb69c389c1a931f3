import { largestFileBytes } from '../lib/plan-table.ts';
import { DocForgeError } from './errors.ts';

/** A document to upload, or one that the service can already read. */
export type DocumentInput =
  /** The path of a file, in Node.js only. */
  | string
  | Uint8Array
  /** A `File` has a name of its own. */
  | Blob
  /** Read into memory, because a retry sends it again. */
  | { readonly stream: ReadableStream<Uint8Array>; readonly name: string }
  | { readonly fileId: string }
  /** A public http or https URL, or the `file_url` of an upload. */
  | { readonly fileUrl: string };

/** A document to upload. */
export type UploadInput = Exclude<DocumentInput, { fileId: string } | { fileUrl: string }>;

/** A document that can be uploaded any number of times. */
export type Content = { readonly blob: Blob; readonly name: string };

/**
 * Checks an input that plain JavaScript passes.
 *
 * @throws TypeError that lists what a document can be
 */
export const checkInput = (input: unknown): void => {
  const isObject = typeof input === 'object' && input !== null;
  if (typeof input === 'string' || input instanceof Uint8Array || input instanceof Blob) return;
  if (isObject && ['stream', 'fileId', 'fileUrl'].some((member) => member in input)) return;
  throw new TypeError(
    'A document is a path, a Uint8Array, a Blob, or an object with stream and name, fileId or fileUrl.',
  );
};

/** The name of an input in messages; undefined if it has none. */
export const nameOf = (input: DocumentInput): string | undefined => {
  if (typeof input === 'string') return input;
  return 'name' in input && typeof input.name === 'string' ? input.name : undefined;
};

const readStream = async (
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Blob> => {
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const cancel = (): void => {
    reader.cancel(signal?.reason).catch(() => undefined);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return new Blob(parts);
      bytes += value.length;
      if (bytes > largestFileBytes) {
        cancel();
        throw new DocForgeError(
          'file_too_large',
          `The stream is longer than ${largestFileBytes / 1_048_576} MB, the limit of every plan. Split the document or reduce its size.`,
        );
      }
      // A copy: the source of a stream may reuse its buffer.
      parts.push(new Uint8Array(value));
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
};

/**
 * Opens a document for uploads. `filename` replaces its name, and names bytes, which have none.
 *
 * @throws DocForgeError `unreadable_input` if there is no file at the path, `file_too_large` for a stream over 25 MB
 */
export const openContent = async (
  input: UploadInput,
  filename: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Content> => {
  checkInput(input);
  if (typeof input === 'string') {
    const { openFile } = await import('./node-files.ts');
    const { blob, name } = await openFile(input);
    return { blob, name: filename ?? name };
  }
  if (input instanceof Blob) {
    const own = 'name' in input && typeof input.name === 'string' ? input.name : 'document';
    return { blob: input, name: filename ?? own };
  }
  if (input instanceof Uint8Array)
    return { blob: new Blob([new Uint8Array(input)]), name: filename ?? 'document' };
  return { blob: await readStream(input.stream, signal), name: filename ?? input.name };
};
