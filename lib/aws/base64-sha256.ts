/** A SHA-256 in hexadecimal as S3 writes it, in base64. */
export const base64Sha256 = (hexadecimal: string): string =>
  Buffer.from(hexadecimal, 'hex').toString('base64');
