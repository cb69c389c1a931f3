import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../errors.ts';
import type { Content, Receive } from '../files/content.ts';
import { fileTooLarge } from '../files/inspect-file.ts';
import { type Limiter, limiter } from './limiter.ts';

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
export type SpoolOptions = {
  /** Created if it does not exist. */
  readonly directory: string;
  /** All files together, in bytes. */
  readonly maxBytes: number;
  /** Files that may be in memory at once, to be inspected. */
  readonly maxInspections: number;
};

const full = (): ApiError =>
  new ApiError('temporarily_unavailable', 'Too many uploads are under way. Send the file again.', {
    headers: { 'Retry-After': '10' },
  });

const spooledContent = (
  path: string,
  facts: Pick<Content, 'sizeBytes' | 'sha256'>,
  inspections: Limiter,
): Content => ({
  ...facts,
  inspect: (use) => inspections.run(async () => use(await readFile(path))),
  store: (objects, key, mimeType) =>
    objects.putFile(key, { path, length: facts.sizeBytes }, { mimeType, sha256: facts.sha256 }),
});

/** Opens a spool. Memory does not depend on the size of the files, except while they are inspected. */
export const openSpool = ({ directory, maxBytes: maxSpooled, maxInspections }: SpoolOptions): Spool => {
  const inspections = limiter(maxInspections);
  let spooled = 0;
  return {
    within: async (use) => {
      const folder = join(directory, randomUUID());
      let ownBytes = 0;
      const receive: Receive = async (stream, maxBytes) => {
        const path = join(folder, randomUUID());
        const hash = createHash('sha256');
        let sizeBytes = 0;
        const count = new Transform({
          transform: (chunk: Buffer, _encoding, done) => {
            sizeBytes += chunk.length;
            if (sizeBytes > maxBytes) return done(fileTooLarge(undefined, maxBytes));
            if (spooled + chunk.length > maxSpooled) return done(full());
            spooled += chunk.length;
            ownBytes += chunk.length;
            hash.update(chunk);
            done(null, chunk);
          },
        });
        await pipeline(stream, count, createWriteStream(path));
        return spooledContent(path, { sizeBytes, sha256: hash.digest('hex') }, inspections);
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
