const megabyte = 1_048_576;

/** Formats a size: whole megabytes, such as `25 MB`, or bytes below one megabyte. */
export const byteSize = (bytes: number): string =>
  bytes < megabyte ? `${bytes} bytes` : `${Math.floor(bytes / megabyte)} MB`;
