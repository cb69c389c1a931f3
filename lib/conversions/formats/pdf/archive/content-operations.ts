/** An operand of a content stream. Dictionaries, which only marked content has, are left out. */
export type Operand = number | Uint8Array | { readonly name: string } | readonly Operand[];

/** An operator with its operands (ISO 32000-1, 7.8.2). */
interface ContentOperation {
  readonly operator: string;
  readonly operands: readonly Operand[];
}

const SPACES = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)));
const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && !SPACES.has(byte) && !DELIMITERS.has(byte);
const codeOf = (character: string): number => character.charCodeAt(0);
const [OPEN, CLOSE, LESS, GREATER, LEFT, RIGHT, SLASH, PERCENT, BACKSLASH] = [...'()<>[]/%\\'].map(codeOf);

const escapes: Readonly<Record<number, number>> = {
  [codeOf('n')]: 10,
  [codeOf('r')]: 13,
  [codeOf('t')]: 9,
  [codeOf('b')]: 8,
  [codeOf('f')]: 12,
};

const hexOf = (text: string): Uint8Array => {
  const digits = text.replaceAll(/[^0-9a-fA-F]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
};

/** Reads the operations of a content stream, in one pass over its bytes. Damaged parts are skipped. */
export function* contentOperations(content: Uint8Array): Generator<ContentOperation> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  let at = 0;
  // The arrays that are open, and the operands outside of any.
  let lists: Operand[][] = [[]];
  const add = (operand: Operand): unknown => lists.at(-1)?.push(operand);

  const readWord = (): string => {
    const start = at;
    while (isRegular(bytes[at])) at += 1;
    return bytes.toString('latin1', start, at);
  };

  const readString = (): Uint8Array => {
    const found: number[] = [];
    let depth = 1;
    for (at += 1; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === OPEN) depth += 1;
      if (byte === CLOSE) depth -= 1;
      if (depth === 0) break;
      if (byte !== BACKSLASH) {
        found.push(byte);
        continue;
      }
      at += 1;
      const next = bytes[at] ?? 0;
      const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', at, at + 3))?.[0];
      if (octal !== undefined) {
        found.push(Number.parseInt(octal, 8) & 0xff);
        at += octal.length - 1;
      } else if (next === 13) at += bytes[at + 1] === 10 ? 1 : 0;
      else if (next !== 10) found.push(escapes[next] ?? next);
    }
    at += 1;
    return Uint8Array.from(found);
  };

  /** Skips the samples of an inline image (8.9.7), which end with `EI` between white space. */
  const skipSamples = (): void => {
    for (at = bytes.indexOf('EI', at); at >= 0; at = bytes.indexOf('EI', at + 1)) {
      const [before, after] = [bytes[at - 1], bytes[at + 2]];
      if (before !== undefined && SPACES.has(before) && (after === undefined || SPACES.has(after))) break;
    }
    at = at < 0 ? bytes.length : at + 2;
  };

  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (isRegular(byte)) {
      const word = readWord();
      const value = Number(word);
      if (!Number.isNaN(value)) {
        add(value);
        continue;
      }
      yield { operator: word, operands: lists[0] ?? [] };
      lists = [[]];
      if (word === 'ID') skipSamples();
    } else if (byte === OPEN) add(readString());
    else if (byte === LESS && bytes[at + 1] !== LESS) {
      const end = bytes.indexOf('>', at);
      add(hexOf(bytes.toString('latin1', at + 1, end < 0 ? bytes.length : end)));
      at = end < 0 ? bytes.length : end + 1;
    } else if (byte === SLASH) {
      at += 1;
      const name = readWord().replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
      add({ name });
    } else if (byte === LEFT) {
      lists.push([]);
      at += 1;
    } else if (byte === RIGHT) {
      const list = lists.length > 1 ? lists.pop() : undefined;
      if (list !== undefined) add(list);
      at += 1;
    } else if (byte === PERCENT) {
      while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
    } else at += byte === LESS || (byte === GREATER && bytes[at + 1] === GREATER) ? 2 : 1;
  }
}
