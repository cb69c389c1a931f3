import { ApiError, errorOf, unreachable } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import type { PresignedUpload, UploadedFile } from '../api/types.ts';
import { apiPrefix } from '../app/addresses.ts';

/** On AWS, POST /upload accepts about 4.5 MB. Larger files are sent directly to storage. */
export const maxDirectBytes = 4 * 1024 * 1024;

/** An uploaded file. */
export type Uploaded = {
  readonly fileId: string;
  /** Detected from the content. Undefined before the service has read the file. */
  readonly mimeType: string | undefined;
};

type Sent = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Returns the response headers. Another origin exposes only a few. */
const headersOf = (request: XMLHttpRequest): Headers =>
  new Headers(
    request
      .getAllResponseHeaders()
      .trim()
      .split('\r\n')
      .map((line): [string, string] => {
        const [name = '', ...rest] = line.split(': ');
        return [name, rest.join(': ')];
      })
      .filter(([name]) => name !== ''),
  );

/** Posts a form and reports the progress, which fetch does not support. */
const postForm = (
  url: string,
  form: FormData,
  token: string | undefined,
  onProgress: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<Sent> => {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const request = new XMLHttpRequest();
  request.open('POST', url);
  if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
  request.onload = () => {
    resolve({ status: request.status, headers: headersOf(request), text: request.responseText });
  };
  request.onerror = () => reject(unreachable(undefined));
  request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
  signal.addEventListener('abort', () => request.abort(), { once: true });
  if (signal.aborted) reject(new DOMException('Aborted', 'AbortError'));
  else request.send(form);
  return promise;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const fileForm = (file: File, fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, file.name);
  return form;
};

/** Uploads a file. Sends a large one directly to storage. @throws ApiError */
export const uploadFile = async (
  client: Client,
  file: File,
  onProgress: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> => {
  if (file.size > maxDirectBytes) {
    const { file_id, upload } = await client.call<PresignedUpload>('/uploads', {
      json: { filename: file.name, size_bytes: file.size },
      signal,
    });
    const sent = await postForm(upload.url, fileForm(file, upload.fields), undefined, onProgress, signal);
    if (sent.status >= 300)
      throw new ApiError('The storage rejected the file. Try again.', { status: sent.status });
    return { fileId: file_id, mimeType: undefined };
  }
  const post = (): Promise<Sent> =>
    postForm(`${apiPrefix()}/upload`, fileForm(file), client.accessToken(), onProgress, signal);
  let sent = await post();
  if (sent.status === 401) {
    await client.renew();
    sent = await post();
  }
  const body = parse(sent.text);
  if (sent.status !== 201) throw errorOf(sent.status, sent.headers, body);
  // The type is derived from the API's schema.
  const { file_id, mime_type } = body as UploadedFile;
  return { fileId: file_id, mimeType: mime_type };
};
