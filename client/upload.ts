import { functionUploadBytes } from '../lib/api/limits.ts';
import type { CallApi } from './api.ts';
import { DocForgeError } from './errors.ts';
import type { Content } from './input.ts';
import { type Body, multipartOf } from './multipart.ts';
import { withRetries } from './retry.ts';
import { type Sender, send } from './send.ts';
import type { PresignedUpload, UploadedFile, Usage } from './types.ts';

/** Uploads a document and returns its id. */
export type Upload = (content: Content, signal: AbortSignal | undefined) => Promise<string>;

/** Ten minutes: 25 MB at 350 kbit/s. */
export const uploadSeconds = 600;

/**
 * The form of a dry run with a document, which the service does not store.
 *
 * @throws DocForgeError `file_too_large` if the document does not fit into one call
 */
export const dryRunForm = (content: Content, request: Readonly<Record<string, unknown>>): Promise<Body> => {
  const { blob, name } = content;
  if (blob.size > functionUploadBytes) {
    const megabytes = (blob.size / 1_000_000).toFixed(1);
    throw new DocForgeError(
      'file_too_large',
      `${name} is ${megabytes} MB; a dry run accepts files of up to ${functionUploadBytes / 1_000_000} MB. Upload it, which counts as an operation, and pass its file_id.`,
    );
  }
  const fields = Object.entries({ ...request, dry_run: 'true' }).flatMap(
    ([field, value]): [string, string][] =>
      value === undefined ? [] : [[field, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
  return multipartOf(content, Object.fromEntries(fields));
};

/** No route of the service accepts the file, so nothing is sent. */
const tooLarge = ({ blob, name }: Content, maxBytes: number): DocForgeError =>
  new DocForgeError(
    'file_too_large',
    `${name} is ${(blob.size / 1_048_576).toFixed(1)} MB; the limit is ${Math.floor(maxBytes / 1_048_576)} MB. Split it or reduce its size.`,
  );

/**
 * Creates the upload of a client: multipart to the API if the deployment accepts the size there, else a presigned form
 * directly to storage. The limit of the deployment is read for the first larger file.
 */
export const createUpload = (sender: Sender, call: CallApi): Upload => {
  let limits: Usage['files'] | undefined;

  const readLimits = async (signal: AbortSignal | undefined): Promise<Usage['files']> => {
    limits ??= (await call<Usage>({ method: 'GET', path: '/usage', signal })).files;
    return limits;
  };

  const sendMultipart = async (content: Content, signal: AbortSignal | undefined): Promise<string> => {
    const { file_id } = await call<UploadedFile>({
      method: 'POST',
      path: '/upload',
      body: await multipartOf(content),
      idempotencyKey: crypto.randomUUID(),
      signal,
      timeoutSeconds: uploadSeconds,
    });
    return file_id;
  };

  const sendForm = async (
    { upload: { url, fields } }: PresignedUpload,
    content: Content,
    signal: AbortSignal | undefined,
  ): Promise<void> => {
    const { bytes, type } = await multipartOf(content, fields);
    try {
      const headers = { 'content-type': type };
      const init = { method: 'POST', headers, body: bytes, signal, timeoutSeconds: uploadSeconds };
      await send(sender, url, init, (response) => response.text());
    } catch (error) {
      if (!(error instanceof DocForgeError) || error.status === undefined || error.retryable) throw error;
      throw new DocForgeError(
        'upload_rejected',
        `Storage rejected the upload of ${content.name} with status ${error.status}.`,
        {
          status: error.status,
          // The form is valid for 15 minutes, and the next try requests a new one.
          retryable: error.status === 403,
          cause: error,
        },
      );
    }
  };

  const sendToStorage = async (content: Content, signal: AbortSignal | undefined): Promise<string> => {
    const idempotencyKey = crypto.randomUUID();
    const json = { filename: content.name, size_bytes: content.blob.size };
    const createForm = (): Promise<PresignedUpload> =>
      call({ method: 'POST', path: '/uploads', json, idempotencyKey, signal });
    let form = await createForm();
    let isExpired = false;
    await withRetries(
      async () => {
        // The same key returns a new form for the same file.
        if (isExpired) form = await createForm();
        try {
          await sendForm(form, content, signal);
        } catch (error) {
          isExpired = error instanceof DocForgeError && error.status === 403;
          throw error;
        }
      },
      sender.clock,
      signal,
    );
    return form.file_id;
  };

  return async (content, signal) => {
    if (content.blob.size <= functionUploadBytes) return sendMultipart(content, signal);
    const { max_bytes, max_upload_bytes } = await readLimits(signal);
    if (content.blob.size > max_bytes) throw tooLarge(content, max_bytes);
    const fits = content.blob.size <= max_upload_bytes;
    return fits ? sendMultipart(content, signal) : sendToStorage(content, signal);
  };
};
