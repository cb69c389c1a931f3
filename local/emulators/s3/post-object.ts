import { authorize, onObject } from './authorize.ts';
import { notImplemented, S3Error } from './errors.ts';
import { checksumHeaders, storedHeaders } from './object-headers.ts';
import type { Answer, Context } from './operation.ts';
import { readPostForm } from './post-form.ts';
import { checkPolicy } from './post-policy.ts';
import { findChecksum, receive } from './receive.ts';
import { checkKey, type S3Request } from './request.ts';

/** The fields of a presigned POST as the SDK creates it; S3 ignores `x-ignore-` fields. */
const supportedFields = new Set([
  'bucket',
  'content-type',
  'key',
  'policy',
  'x-amz-algorithm',
  'x-amz-checksum-algorithm',
  'x-amz-checksum-sha256',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-security-token',
  'x-amz-signature',
]);

/** S3 would replace it with the name of the file. */
const filenamePlaceholder = `\${filename}`;

const isSupported = (field: string): boolean => supportedFields.has(field) || field.startsWith('x-ignore-');

/**
 * `POST /bucket`: stores the file of a form if the signed policy in the form's fields allows it.
 *
 * @throws S3Error for an invalid form, policy, file size or checksum; NotImplemented for a field that is not supported
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export async function postObject(context: Context, request: S3Request, bucket: string): Promise<Answer> {
  const { fields, file } = await readPostForm(request.body, request.headers['content-type'] ?? '');
  const key = fields.get('key');
  if (!key) {
    throw new S3Error('InvalidArgument', "Bucket POST must contain a field named 'key'.", {
      ArgumentName: 'key',
    });
  }
  const limits = checkPolicy(fields, bucket, context.access, context.now());
  if (![...fields.keys()].every(isSupported) || key.includes(filenamePlaceholder)) throw notImplemented();
  checkKey(key);
  authorize(context.access, limits.principal, onObject('PutObject', bucket, key));
  await context.store.requireBucket(bucket);

  const headers = storedHeaders(fields);
  const maxBytes = Math.min(limits.maxBytes, context.maxObjectBytes);
  const checksum = findChecksum((name) => fields.get(name));
  const { body, result } = receive(file, { checksum }, maxBytes);
  const meta = await context.store.put(
    bucket,
    body,
    () => {
      const received = result();
      if (received.sizeBytes < limits.minBytes) throw tooSmall(received.sizeBytes, limits.minBytes);
      return { key, ...received, lastModified: context.now(), headers };
    },
    false,
  );

  context.onStored(bucket, key);
  return {
    status: 204,
    headers: {
      etag: `"${meta.etag}"`,
      location: `http://${request.headers.host}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`,
      'x-amz-server-side-encryption': 'AES256',
      ...checksumHeaders(meta),
    },
  };
}

function tooSmall(sizeBytes: number, minBytes: number): S3Error {
  return new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: sizeBytes,
    MinSizeAllowed: minBytes,
  });
}
