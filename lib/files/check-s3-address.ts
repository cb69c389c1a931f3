import { type BucketFolder, isInFolders, parseS3Address } from '../api/s3-address.ts';
import { ApiError } from '../api-errors.ts';

/**
 * Refuses an address of S3 that is not in a folder that the operator allows. The message is the same for all, so that it does not
 * report which buckets there are.
 *
 * @param field the field of the request that contains it
 * @throws ApiError `invalid_request`
 */
export const checkS3Address = (
  field: string,
  address: string,
  accountId: string,
  folders: readonly BucketFolder[],
): void => {
  const parsed = parseS3Address(address);
  if (parsed !== undefined && isInFolders(parsed, accountId, folders)) return;
  throw new ApiError(
    'invalid_request',
    'the operator does not allow this S3 address. Ask the operator for the allowed buckets and prefixes, or send a presigned https URL.',
    { field },
  );
};
