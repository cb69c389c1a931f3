import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../api-errors.ts';
import type { Content, Receive } from '../files/content.ts';

/** Keeps files on disk until they are stored. */
export type Spool = {
  /**
   * Runs `use` with a function that receives streams, and deletes the received files once it has ended.
   *
   * @throws ApiError `temporarily_unavailable` while the disk is full
   */
  within<Result>(use: (receive: Receive) => Promise<Result>): Promise<Result>;
};

/** Settings of a spool. */
type SpoolOptions = {
  /** Created if it does not exist. */
  readonly directory: string;
  /** All files together, in bytes. */
  readonly maxBytes: number;
  /** The largest file, in bytes. One file at a time is in memory, to be inspected. */
  readonly maxFileBytes: number;
};

/** The error of an upload for which there is no room. */
export const tooManyUploads = (): ApiError =>
  new ApiError(
    'temporarily_unavailable',
    'Too many uploads are running. Retry after the number of seconds in Retry-After.',
    { headers: { 'Retry-After': '10' } },
  );

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/** Reads one file after another into one buffer: the memory of new ones would be freed late. */
type Inspector = {
  inspect<Result>(
    path: string,
    sizeBytes: number,
    use: (bytes: Uint8Array) => Promise<Result>,
  ): Promise<Result>;
};

const createInspector = (maxFileBytes: number): Inspector => {
  let buffer: Buffer | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const read = async (path: string, sizeBytes: number): Promise<Uint8Array> => {
    buffer ??= Buffer.allocUnsafeSlow(maxFileBytes);
    const file = await open(path);
    try {
      for (let at = 0; at < sizeBytes; ) {
        const { bytesRead } = await file.read(buffer, at, sizeBytes - at, at);
        if (bytesRead === 0) throw new Error('The spooled file is shorter than it was');
        at += bytesRead;
      }
    } finally {
      await file.close();
    }
    return buffer.subarray(0, sizeBytes);
  };
  return {
    inspect: (path, sizeBytes, use) => {
      const result = last.then(async () => use(await read(path, sizeBytes)));
      last = result.catch(() => undefined);
      return result;
    },
  };
};

const spooledContent = (
  path: string,
  facts: Pick<Content, 'sizeBytes' | 'sha256'>,
  inspector: Inspector,
): Content => ({
  ...facts,
  inspect: (use) => inspector.inspect(path, facts.sizeBytes, use),
  store: (objects, key, mimeType) =>
    objects.putFile(key, { path, length: facts.sizeBytes }, { mimeType, sha256: facts.sha256 }),
});

/** Opens a spool. Its memory does not depend on the number of files. */
export const openSpool = ({ directory, maxBytes: maxSpooled, maxFileBytes }: SpoolOptions): Spool => {
  const inspector = createInspector(maxFileBytes);
  let spooled = 0;
  return {
    within: async (use) => {
      const folder = join(directory, randomUUID());
      let ownBytes = 0;
      const receive: Receive = async (chunks) => {
        const path = join(folder, randomUUID());
        const hash = createHash('sha256');
        let sizeBytes = 0;
        const file = await open(path, 'wx');
        try {
          for await (const chunk of chunks) {
            sizeBytes += chunk.length;
            if (spooled + chunk.length > maxSpooled) throw tooManyUploads();
            spooled += chunk.length;
            ownBytes += chunk.length;
            hash.update(chunk);
            const { bytesWritten } = await file.write(chunk);
            if (bytesWritten < chunk.length) throw tooManyUploads();
          }
        } catch (error) {
          throw isDiskFull(error) ? tooManyUploads() : error;
        } finally {
          await file.close();
        }
        return spooledContent(path, { sizeBytes, sha256: hash.digest('hex') }, inspector);
      };
      await mkdir(folder, { recursive: true });
      try {
        return await use(receive);
      } finally {
        spooled -= ownBytes;
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};
