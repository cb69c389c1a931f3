import { unreadable } from './errors.ts';
import type { Content } from './input.ts';

/** A body with its Content-Type. */
export type Body = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string };

// A quoted string (RFC 7578, 4.2; RFC 9110, 5.6.4). FormData encodes quotes as %22, which would become part of the name.
const quoted = (name: string): string =>
  `"${name.replaceAll(/[\r\n\0]/g, ' ').replaceAll(/["\\]/g, '\\$&')}"`;

/**
 * The multipart/form-data body of a document, with the part `file` after the given fields.
 *
 * It is in memory as a whole: retries send the same bytes, and Node.js reports a refusal that arrives before the end of a
 * streamed body as a fault of the network.
 *
 * @throws DocForgeError `unreadable_input` if the file has changed or disappeared
 */
export const multipartOf = async (
  { blob, name }: Content,
  fields: Readonly<Record<string, string>> = {},
): Promise<Body> => {
  const boundary = `docforge-${crypto.randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(field)}\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename=${quoted(name)}\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const whole = new Blob([...parts, head, blob, `\r\n--${boundary}--\r\n`]);
  try {
    const bytes = new Uint8Array(await whole.arrayBuffer());
    return { bytes, type: `multipart/form-data; boundary=${boundary}` };
  } catch (error) {
    throw unreadable(`Cannot read ${name}: the file changed or was removed during the upload.`, error);
  }
};
