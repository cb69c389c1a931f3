/** The encoding of RFC 3986. */
export const encodeUri = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** A Content-Disposition that makes a browser save the file instead of showing it (RFC 6266; name encoded by RFC 8187). */
export const attachment = (filename: string): string => {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeUri(filename)}`;
};
