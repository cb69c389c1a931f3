import { type BucketFolder, parseBucketFolders } from '../lib/api/s3-address.ts';

/** The folders of a setting, and its text for the environment of functions. */
type BucketSetting = { readonly text: string; readonly folders: readonly BucketFolder[] };

/** The objects of a folder in an ARN. A role serves all accounts, so `{account}` is any; the rule of the request isolates them. */
export const objectsOf = ({ bucket, prefix }: BucketFolder): string =>
  `${bucket}/${prefix.replaceAll('{account}', '*')}*`;

/** Lambda accepts 4 KB of environment variables for all settings of a function. */
const maxCharacters = 1000;

/**
 * Reads a list of folders of the operator's buckets.
 *
 * @throws Error if it is malformed, empty or too long
 */
export const bucketFolders = (text: string): BucketSetting => {
  if (text.length > maxCharacters) throw new Error(`it has more than ${maxCharacters} characters`);
  const folders = parseBucketFolders(text);
  if (folders.length === 0) throw new Error('set at least one bucket or bucket/prefix');
  return { text, folders };
};
