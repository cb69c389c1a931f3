import type { Construct } from 'constructs';
import { type BucketFolder, parseBucketFolders } from '../lib/api/s3-address.ts';

/** The folders of a context, and its text for the environment of functions. */
export type BucketSetting = { readonly text: string; readonly folders: readonly BucketFolder[] };

/** The objects of a folder in an ARN. A role serves all accounts, so `{account}` is any; the rule of the request isolates them. */
export const objectsOf = ({ bucket, prefix }: BucketFolder): string =>
  `${bucket}/${prefix.replaceAll('{account}', '*')}*`;

/** Lambda accepts 4 KB of environment variables for all settings of a function. */
const maxCharacters = 1000;

/**
 * The folders of the operator's buckets that the context `name` lists.
 *
 * @throws Error if it is malformed or too long
 */
export const readBuckets = (scope: Construct, name: 'sourceBuckets' | 'targetBuckets'): BucketSetting => {
  const text = String(scope.node.tryGetContext(name) ?? '');
  if (text.length > maxCharacters) throw new Error(`${name} has more than ${maxCharacters} characters`);
  try {
    return { text, folders: parseBucketFolders(text) };
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};
