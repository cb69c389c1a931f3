import { type ClientRequest, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const boundary = 'boundary-of-the-benchmark';
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="words.txt"\r\n\r\n`,
);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

/** A multipart body with one file. */
export const multipartFile = (bytes: Buffer): Buffer => Buffer.concat([head, bytes, tail]);

/** The start of a multipart body, after which the bytes of its file are sent. */
export const multipartHead = head;

/** Starts `POST /upload`. The caller sends the body. */
export const startUpload = (baseUrl: string, token: string, contentLength?: number): ClientRequest =>
  request(`${baseUrl}/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      authorization: `Bearer ${token}`,
      ...(contentLength === undefined ? {} : { 'content-length': String(contentLength) }),
    },
  });

/** Uploads a body and returns the status of the response, or 0 if the connection is lost. */
export const uploadBody = (baseUrl: string, token: string, body: Buffer): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const sent = startUpload(baseUrl, token, body.length);
  sent.on('response', (response) => {
    const status = response.statusCode ?? 0;
    buffer(response).then(
      () => resolve(status),
      () => resolve(0),
    );
  });
  sent.on('error', () => resolve(0));
  sent.end(body);
  return promise;
};
