import type { Authenticated } from './authenticate.ts';
import { type ChecksumAlgorithm, checksumAlgorithms, createChecksum } from './checksums.ts';
import { notImplemented, S3Error } from './errors.ts';
import type { ObjectMeta } from './object-file.ts';
import { amzHeader, type S3Request } from './request.ts';

/** The size and hashes that the client announced. */
type Expected = {
  readonly sizeBytes?: number | undefined;
  /** Lower-case hex: the hash that was signed. */
  readonly signedSha256?: string | undefined;
  /** Base64. */
  readonly checksum?: { readonly algorithm: ChecksumAlgorithm; readonly value: string } | undefined;
};

/** A body that is checked as it is read, and its size and hashes once it has been read. */
type Received = {
  /** Throws after the last byte if a check failed. */
  readonly body: AsyncIterable<Buffer>;
  readonly result: () => Pick<ObjectMeta, 'sizeBytes' | 'etag' | 'checksum'>;
};

/**
 * Checks a body as it is read.
 *
 * @throws S3Error EntityTooLarge, IncompleteBody, XAmzContentSHA256Mismatch, BadDigest
 */
export function receive(source: AsyncIterable<Buffer>, expected: Expected, maxBytes: number): Received {
  const md5 = createChecksum('md5');
  const sha256 = expected.signedSha256 === undefined ? undefined : createChecksum('sha256');
  const checksum = expected.checksum && createChecksum(expected.checksum.algorithm);
  let sizeBytes = 0;
  let etag = '';
  let checksumValue = '';

  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw tooLarge(sizeBytes, maxBytes);
      for (const each of [md5, sha256, checksum]) each?.update(chunk);
      yield chunk;
    }
    if (expected.sizeBytes !== undefined && sizeBytes !== expected.sizeBytes) {
      throw new S3Error(
        'IncompleteBody',
        'You did not provide the number of bytes specified by the Content-Length HTTP header',
        { NumberBytesExpected: expected.sizeBytes, NumberBytesProvided: sizeBytes },
      );
    }
    const signed = sha256?.digest().toString('hex');
    if (signed !== expected.signedSha256) {
      throw new S3Error(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
        { ClientComputedContentSHA256: expected.signedSha256 ?? '', S3ComputedContentSHA256: signed ?? '' },
      );
    }
    etag = md5.digest().toString('hex');
    if (expected.checksum && checksum) {
      checksumValue = checksum.digest().toString('base64');
      checkChecksum(expected.checksum, checksumValue);
    }
  }

  return {
    body: pass(),
    result: () => ({
      sizeBytes,
      etag,
      checksum: expected.checksum && { algorithm: expected.checksum.algorithm, value: checksumValue },
    }),
  };
}

/**
 * Reads the body of a signed request and checks it against the request's headers.
 *
 * @throws S3Error NotImplemented (an `aws-chunked` body, `Content-MD5`), MissingContentLength, EntityTooLarge, InvalidRequest, and what
 *   {@link receive} throws
 */
export function receiveRequest(request: S3Request, authenticated: Authenticated, maxBytes: number): Received {
  const { payloadHash } = authenticated;
  const isSupported = !payloadHash.startsWith('STREAMING-') && request.headers['content-md5'] === undefined;
  if (!isSupported) throw notImplemented();
  const lengthHeader = request.headers['content-length'];
  if (lengthHeader === undefined || !/^\d{1,15}$/.test(lengthHeader)) {
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  const sizeBytes = Number(lengthHeader);
  if (sizeBytes > maxBytes) throw tooLarge(sizeBytes, maxBytes);
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && !/^[0-9a-f]{64}$/.test(payloadHash)) {
    throw new S3Error(
      'InvalidArgument',
      'x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a valid sha256 value.',
    );
  }
  return receive(
    request.body,
    {
      sizeBytes,
      signedSha256: payloadHash === 'UNSIGNED-PAYLOAD' ? undefined : payloadHash,
      checksum: findChecksum((name) => amzHeader(request, name)),
    },
    maxBytes,
  );
}

/**
 * Finds the checksum among headers or form fields.
 *
 * @throws S3Error InvalidRequest if there are several
 */
export function findChecksum(header: (name: string) => string | undefined): Expected['checksum'] {
  const found = checksumAlgorithms.flatMap((algorithm): NonNullable<Expected['checksum']>[] => {
    const value = header(`x-amz-checksum-${algorithm}`);
    return value === undefined ? [] : [{ algorithm, value }];
  });
  if (found.length > 1) {
    throw new S3Error(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  return found[0];
}

function checkChecksum(expected: NonNullable<Expected['checksum']>, calculated: string): void {
  const name = expected.algorithm.toUpperCase();
  const given = expected.value;
  if (given.length !== calculated.length) {
    throw new S3Error('InvalidRequest', `Value for x-amz-checksum-${expected.algorithm} header is invalid.`);
  }
  if (given !== calculated) {
    throw new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
  }
}

function tooLarge(sizeBytes: number, maxBytes: number): S3Error {
  return new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: sizeBytes,
    MaxSizeAllowed: maxBytes,
  });
}
