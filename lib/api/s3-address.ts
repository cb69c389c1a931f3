/** A folder of a bucket of the operator. The prefix is empty or ends in a slash; `{account}` in it is the id of the calling account. */
export type BucketFolder = { readonly bucket: string; readonly prefix: string };

/** An object in a bucket of the operator. */
export type S3Address = { readonly bucket: string; readonly key: string };

/** The rules of names (Amazon S3 user guide, "General purpose bucket naming rules"), but for reserved ones. */
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Without the wildcards and variables of policies. */
const prefixPattern = /^[A-Za-z0-9!_.'()/{}-]*$/;

const maxKeyBytes = 1024;

const isPrefix = (prefix: string): boolean =>
  prefixPattern.test(prefix) && !/[{}]/.test(prefix.replaceAll('{account}', ''));

/** Whether every part of a key has a name that no program reads as a position in a tree. */
const hasPlainParts = (key: string): boolean =>
  key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/**
 * Reads a list such as `my-bucket/in,other-bucket/{account}`. An entry without a prefix is the whole bucket.
 *
 * @throws Error if an entry is malformed
 */
export const parseBucketFolders = (text: string): readonly BucketFolder[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [bucket = '', ...parts] = entry.replace(/\/$/, '').split('/');
      const prefix = parts.join('/');
      if (!bucketPattern.test(bucket) || !isPrefix(prefix) || (prefix !== '' && !hasPlainParts(prefix)))
        throw new Error(
          `${JSON.stringify(entry)} is not a bucket or bucket/prefix, such as my-bucket/in/{account}`,
        );
      return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
    });

/** Whether a URL has the scheme of S3. */
export const isS3Address = (address: string): boolean => /^s3:/i.test(address);

/** The bucket and key of an address such as `s3://my-bucket/in/a.pdf`, whose key is not decoded; undefined if it is malformed. */
export const parseS3Address = (address: string): S3Address | undefined => {
  if (!address.startsWith('s3://')) return undefined;
  const [bucket = '', ...parts] = address.slice(5).split('/');
  const key = parts.join('/');
  const isKey =
    hasPlainParts(key) && !/\p{Cc}/u.test(key) && new TextEncoder().encode(key).length <= maxKeyBytes;
  return bucketPattern.test(bucket) && isKey ? { bucket, key } : undefined;
};

/** Whether an account may use an object: it is in one of these folders. */
export const isInFolders = (
  { bucket, key }: S3Address,
  accountId: string,
  folders: readonly BucketFolder[],
): boolean =>
  folders.some(
    (folder) => folder.bucket === bucket && key.startsWith(folder.prefix.replaceAll('{account}', accountId)),
  );
