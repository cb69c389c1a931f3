// Files of S/MIME (RFC 5652), without certificates and signatures.

const length = (bytes: number): Buffer => {
  if (bytes < 0x80) return Buffer.from([bytes]);
  const digits = Buffer.from(
    bytes.toString(16).padStart(bytes.toString(16).length + (bytes.toString(16).length % 2), '0'),
    'hex',
  );
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits]);
};

/** An element with its length. */
export const element = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const inside = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), length(inside.length), inside]);
};

/** An element that ends with an empty one. */
export const openElement = (tag: number, ...content: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.from([0, 0])]);

const object = (hex: string): Buffer => element(6, Buffer.from(hex, 'hex'));
const DATA = '2a864886f70d010701';
const SIGNED = '2a864886f70d010702';

type Write = (tag: number, ...content: readonly Buffer[]) => Buffer;

/** A file with a signature around a message. `write` writes the elements around it. */
export const signedFile = (content: Buffer, write: Write = element): Buffer =>
  write(
    0x30,
    object(SIGNED),
    write(
      0xa0,
      write(
        0x30,
        element(2, Buffer.from([1])),
        write(0x31, element(0x30, object('608648016503040201'))),
        write(0x30, object(DATA), write(0xa0, content)),
        element(0x31),
      ),
    ),
  );

/** A message as a signature contains it. */
export const octets = (text: string | Buffer): Buffer => element(4, Buffer.from(text));

/** The same in pieces, as programs that do not keep the message in memory write it. */
export const octetsInPieces = (text: string, size: number): Buffer => {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(element(4, bytes.subarray(at, at + size)));
  return openElement(0x24, ...pieces);
};

/** A file that is encrypted. */
export const encryptedFile = (): Buffer =>
  element(0x30, object('2a864886f70d010703'), element(0xa0, element(0x30, element(2, Buffer.from([0])))));

/** A message whose text is a file of S/MIME. */
export const secured = (
  file: Buffer,
  type = 'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
): Buffer =>
  Buffer.from(
    [
      'From: Ada <ada@example.org>',
      'To: bo@example.org',
      'Subject: The contract',
      `Content-Type: ${type}`,
      'Content-Disposition: attachment; filename="smime.p7m"',
      'Content-Transfer-Encoding: base64',
      '',
      file.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
      '',
    ].join('\r\n'),
  );
