/**
 * Settings of an S3 client that adds no checksum by itself. By default the SDK would sign that of an empty body into presigned
 * URLs, and S3 would refuse the real body.
 */
export const noAddedChecksums = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;
