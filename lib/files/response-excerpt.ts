import type { IncomingMessage } from 'node:http';

/** Bytes of a response that are read, and characters that its owner sees. */
const readBytes = 1024;
const excerptCharacters = 500;

/** Reads the beginning of a body as a line of text, and closes its connection. What a broken connection has sent counts. */
export const readExcerpt = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let received = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      received += chunk.length;
      if (received >= readBytes) break;
    }
  } catch {
    // The status is known.
  } finally {
    response.destroy();
  }
  const text = Buffer.concat(chunks).subarray(0, readBytes).toString('utf8');
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, excerptCharacters);
};
