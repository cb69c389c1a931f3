import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../../access/sigv4.ts';
import { writeAtomically } from '../../write-atomically.ts';
import { S3Error } from './errors.ts';
import { type ObjectMeta, type OpenObject, openObjectFile, writeObjectFile } from './object-file.ts';

/** The tags of an object, values by keys. */
export type ObjectTags = Readonly<Record<string, string>>;

/** Objects in a folder. File names are hashes of keys, so that a key cannot escape the folder. */
export type ObjectStore = {
  /** Does nothing if the bucket exists. @throws S3Error InvalidBucketName */
  readonly createBucket: (bucket: string) => Promise<void>;
  /** @throws S3Error NoSuchBucket */
  readonly requireBucket: (bucket: string) => Promise<void>;
  /**
   * Stores `body` and then the metadata that `describe` returns. Stores nothing if either of them throws.
   *
   * @throws S3Error PreconditionFailed if `onlyIfAbsent` is set and the key exists
   */
  readonly put: (
    bucket: string,
    body: AsyncIterable<Uint8Array>,
    describe: () => ObjectMeta,
    onlyIfAbsent: boolean,
  ) => Promise<ObjectMeta>;
  /** Opens the present version of an object. The caller closes it. @throws S3Error NoSuchKey */
  readonly open: (bucket: string, key: string) => Promise<OpenObject>;
  /** The tags of an object; none if it does not exist. */
  readonly tags: (bucket: string, key: string) => Promise<ObjectTags>;
  /** Replaces the tags of an object. @throws S3Error NoSuchKey */
  readonly setTags: (bucket: string, key: string, tags: ObjectTags) => Promise<void>;
  /** Does nothing if the key does not exist. */
  readonly remove: (bucket: string, key: string) => Promise<void>;
  /** Sorted by the keys' UTF-8 bytes. */
  readonly list: (bucket: string, prefix: string) => Promise<ObjectMeta[]>;
};

/** The number of objects that a listing opens at once. */
const listConcurrency = 32;

/** Opens the store in `directory`, which is created if necessary. Removes incomplete files of an earlier process. */
export async function openStore(directory: string): Promise<ObjectStore> {
  const temporary = join(directory, '.incomplete');
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  const bucketPath = (bucket: string) => join(directory, checkBucketName(bucket));
  const objectPath = (bucket: string, key: string) => join(bucketPath(bucket), sha256Hex(key));
  const tagsPath = (bucket: string, key: string) => `${objectPath(bucket, key)}.tags`;

  return {
    async createBucket(bucket) {
      await mkdir(bucketPath(bucket), { recursive: true });
    },
    async requireBucket(bucket) {
      try {
        await stat(bucketPath(bucket));
      } catch (cause) {
        throw new S3Error(
          'NoSuchBucket',
          'The specified bucket does not exist',
          { BucketName: bucket },
          cause,
        );
      }
    },
    async put(bucket, body, describe, onlyIfAbsent) {
      const path = join(temporary, randomUUID());
      try {
        const meta = await writeObjectFile(path, body, describe);
        const target = objectPath(bucket, meta.key);
        // A new version has no tags.
        if (!onlyIfAbsent) await rm(tagsPath(bucket, meta.key), { force: true });
        if (onlyIfAbsent) await linkIfAbsent(path, target);
        else await rename(path, target);
        return meta;
      } finally {
        await rm(path, { force: true });
      }
    },
    async open(bucket, key) {
      const object = await openObjectFile(objectPath(bucket, key));
      if (object) return object;
      throw noSuchKey(key);
    },
    async tags(bucket, key) {
      const text = await readFile(tagsPath(bucket, key), 'utf8').catch(() => '{}');
      return JSON.parse(text);
    },
    async setTags(bucket, key, tags) {
      await stat(objectPath(bucket, key)).catch((cause: unknown) => {
        throw noSuchKey(key, cause);
      });
      await writeAtomically(tagsPath(bucket, key), JSON.stringify(tags));
    },
    async remove(bucket, key) {
      await rm(objectPath(bucket, key), { force: true });
      await rm(tagsPath(bucket, key), { force: true });
    },
    async list(bucket, prefix) {
      const folder = bucketPath(bucket);
      const names = await readdir(folder);
      const metas: ObjectMeta[] = [];
      const work = async () => {
        for (let name = names.pop(); name !== undefined; name = names.pop()) {
          const object = await openObjectFile(join(folder, name));
          if (object?.meta.key.startsWith(prefix)) metas.push(object.meta);
          await object?.handle.close();
        }
      };
      await Promise.all(Array.from({ length: listConcurrency }, work));
      return metas.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
    },
  };
}

const noSuchKey = (key: string, cause?: unknown): S3Error =>
  new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: key }, cause);

/** Links instead of renaming: a link fails if the name is taken, so only one of two concurrent writers succeeds. */
async function linkIfAbsent(path: string, target: string): Promise<void> {
  try {
    await link(path, target);
  } catch (cause) {
    const existing = await open(target).catch(() => undefined);
    await existing?.close();
    if (!existing) throw cause;
    throw new S3Error(
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
      { Condition: 'If-None-Match' },
      cause,
    );
  }
}

function checkBucketName(bucket: string): string {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return bucket;
  throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.', { BucketName: bucket });
}
