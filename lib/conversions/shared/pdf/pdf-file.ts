import { deflateSync } from 'node:zlib';

/** Writes the objects of a PDF. References are numbers of objects. */
export interface PdfFile {
  /** Returns the number of an object that is written later. */
  readonly reserve: () => number;
  readonly write: (number: number, dictionary: string) => void;
  readonly add: (dictionary: string) => number;
  /** Compresses and adds a stream; `entries` are those of its dictionary besides length and filter. */
  readonly addStream: (data: Uint8Array, entries?: string) => number;
  /** Adds a stream that zlib has compressed. */
  readonly addPacked: (packed: Uint8Array, entries?: string) => number;
  /** Returns the file. */
  readonly end: (trailer: string) => Buffer;
}

/** Starts a file of PDF 1.7 with a cross-reference table (ISO 32000-1, 7.5). */
export function startPdf(): PdfFile {
  const header = Buffer.from('%PDF-1.7\n%\x80\x80\x80\x80\n', 'latin1');
  const parts: Uint8Array[] = [header];
  const offsets: number[] = [];
  let length = header.length;
  const push = (...pieces: readonly (string | Uint8Array)[]): void => {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
      parts.push(bytes);
      length += bytes.length;
    }
  };
  const reserve = (): number => offsets.push(0);
  const write = (number: number, dictionary: string): void => {
    offsets[number - 1] = length;
    push(`${number} 0 obj\n${dictionary}\nendobj\n`);
  };
  const addPacked = (packed: Uint8Array, entries = ''): number => {
    const number = reserve();
    offsets[number - 1] = length;
    push(
      `${number} 0 obj\n<</Filter/FlateDecode/Length ${packed.length}${entries}>>\nstream\n`,
      packed,
      '\nendstream\nendobj\n',
    );
    return number;
  };
  return {
    reserve,
    write,
    addPacked,
    add: (dictionary) => {
      const number = reserve();
      write(number, dictionary);
      return number;
    },
    addStream: (data, entries) => addPacked(deflateSync(data), entries),
    end: (trailer) => {
      const startXref = length;
      const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
      push(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}`);
      push(`trailer\n<</Size ${offsets.length + 1}${trailer}>>\nstartxref\n${startXref}\n%%EOF\n`);
      return Buffer.concat(parts);
    },
  };
}

/** UTF-16 in hexadecimal digits, most significant byte first. */
export const utf16Hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Returns a text string in UTF-16 (ISO 32000-1, 7.9.2.2). */
export const textString = (text: string): string => `<feff${utf16Hex(text)}>`;
