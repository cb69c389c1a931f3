import { ConversionError } from '../../errors.ts';

/** The streams of an OLE compound file ([MS-CFB]); undefined for one that is not in it. */
export type CompoundFile = (name: string) => Buffer | undefined;

/** A message about a file that is damaged. */
export const corruptOle = (cause?: unknown): ConversionError =>
  new ConversionError(
    'corrupt_document',
    'The document is damaged or incomplete. Save it again, best in a newer format.',
    { cause },
  );

/** A message about a file with a password. */
export const encryptedOle = (): ConversionError =>
  new ConversionError(
    'encrypted_document',
    'The document is protected by a password. Remove the password and upload it again.',
  );

/** Opens a compound file. Throws ConversionError `corrupt_document` for what is none, or is damaged. */
export async function openCompound(bytes: Uint8Array): Promise<CompoundFile> {
  const { default: cfb } = await import('cfb');
  const read = (): ReturnType<typeof cfb.read> => {
    try {
      return cfb.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { type: 'buffer' });
    } catch (error) {
      throw corruptOle(error);
    }
  };
  const container = read();
  const streams = new Map<string, Buffer>();
  // Only those right under the root: embedded documents have streams of the same names.
  for (const [index, path] of container.FullPaths.entries()) {
    const [, name, ...deeper] = path.split('/');
    const content = container.FileIndex[index]?.content;
    if (name === undefined || deeper.length > 0 || content === undefined || streams.has(name)) continue;
    streams.set(name, Buffer.from(content));
  }
  return (name) => streams.get(name);
}

/** Reads a file whose offsets may lead anywhere: what lies outside of it is a damage and no fault of ours. */
export function readChecked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw corruptOle(error);
    throw error;
  }
}
