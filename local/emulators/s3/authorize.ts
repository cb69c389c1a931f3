import type { Access, Principal } from '../../access/access.ts';
import type { AccessRequest } from '../../access/policy.ts';
import { S3Error } from './errors.ts';
import type { Call } from './operation.ts';
import type { ObjectStore } from './store.ts';

/** An action of S3 on an object. */
export const onObject = (action: string, bucket: string, key: string): AccessRequest => ({
  action: `s3:${action}`,
  resource: `arn:aws:s3:::${bucket}/${key}`,
});

/** An action of S3 on a bucket. */
export const onBucket = (action: string, bucket: string): AccessRequest => ({
  action: `s3:${action}`,
  resource: `arn:aws:s3:::${bucket}`,
});

/**
 * Throws if the signer may not do this.
 *
 * @throws S3Error AccessDenied
 */
export function authorize(access: Access, principal: Principal, request: AccessRequest): void {
  const denial = access.authorize(principal, [request]);
  if (denial !== undefined) throw new S3Error('AccessDenied', denial.message);
}

/**
 * Opens an object. Reports a missing object as such only if the caller may list the bucket.
 *
 * @throws S3Error NoSuchKey, or AccessDenied instead
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html, "Permissions"
 */
export async function openObject(
  { authenticated, context }: Call,
  bucket: string,
  key: string,
): ReturnType<ObjectStore['open']> {
  try {
    return await context.store.open(bucket, key);
  } catch (error) {
    const isMissing = error instanceof S3Error && error.code === 'NoSuchKey';
    if (!isMissing || context.access.allows(authenticated.signer.principal, onBucket('ListBucket', bucket))) {
      throw error;
    }
    throw new S3Error('AccessDenied', 'Access Denied', {}, error);
  }
}
