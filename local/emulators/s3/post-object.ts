import { authorize, onObject } from './authorize.ts';
import { S3Error } from './errors.ts';
import { checksumHeaders, storedHeaders } from './object-headers.ts';
import type { Answer, Context } from './operation.ts';
import { readPostForm } from './post-form.ts';
import { checkPolicy } from './post-policy.ts';
import { findChecksum, receive } from './receive.ts';
import { checkKey, type S3Request } from './request.ts';
import { escapeXml } from './xml.ts';

/**
 * `POST /bucket`: an upload from a form, allowed by the signed policy in its fields.
 *
 * @throws S3Error what the form, its policy and the file's size and checksum do not allow
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export async function postObject(context: Context, request: S3Request, bucket: string): Promise<Answer> {
  const form = await readPostForm(request.body, request.headers['content-type'] ?? '');
  const keyField = form.fields.get('key');
  if (!keyField) {
    throw new S3Error('InvalidArgument', "Bucket POST must contain a field named 'key'.", {
      ArgumentName: 'key',
    });
  }
  // The policy is held against the key that is written, not against the placeholder.
  const key = keyField.replace(/\$\{filename\}/g, () => form.filename);
  const fields = new Map([...form.fields, ['key', key] as const]);
  const limits = checkPolicy(fields, bucket, context.access, context.now());
  if (fields.has('success_action_redirect') || fields.has('redirect') || fields.has('tagging')) {
    throw new S3Error('NotImplemented', 'A field you provided implies functionality that is not implemented');
  }
  checkKey(key);
  authorize(context.access, limits.principal, [onObject('PutObject', bucket, key)]);
  await context.store.requireBucket(bucket);

  const headers = storedHeaders(fields);
  const maxBytes = Math.min(limits.maxBytes, context.maxObjectBytes);
  const checksum = findChecksum((name) => fields.get(name));
  const { body, result } = receive(form.file, { md5: fields.get('content-md5'), checksum }, maxBytes);
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

  const location = `http://${request.headers.host}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const answered = {
    etag: `"${meta.etag}"`,
    location,
    'x-amz-server-side-encryption': 'AES256',
    ...checksumHeaders(meta),
  };
  switch (fields.get('success_action_status')) {
    case '200':
      return { status: 200, headers: answered };
    case '201':
      return {
        status: 201,
        headers: answered,
        xml: `<PostResponse><Location>${escapeXml(location)}</Location><Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><ETag>&quot;${meta.etag}&quot;</ETag></PostResponse>`,
      };
    default:
      return { status: 204, headers: answered };
  }
}

function tooSmall(sizeBytes: number, minBytes: number): S3Error {
  return new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: sizeBytes,
    MinSizeAllowed: minBytes,
  });
}
