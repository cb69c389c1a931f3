const mebibyte = 1_048_576;

/** Formats a size: whole megabytes of 1024² bytes, such as `25 MB`, other sizes in millions of bytes rounded down, such as `4.5 MB`. */
export const byteSize = (bytes: number): string => {
  if (bytes < mebibyte) return `${bytes} bytes`;
  const megabytes = bytes / mebibyte;
  return `${Number.isInteger(megabytes) ? megabytes : Math.floor(bytes / 100_000) / 10} MB`;
};
