/** Decodes an XML file: UTF-16 with a byte order mark, the declared encoding, or UTF-8 (XML 1.0, 4.3.3). */
export function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(200, bytes.byteLength)).toString(
    'latin1',
  );
  // A declaration that is read byte by byte is not in UTF-16: programs that write strings declare what strings are.
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  const encoding = /^utf-?16/i.test(declared) ? 'utf-8' : declared;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
