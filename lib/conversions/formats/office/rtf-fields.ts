import { appendAll } from '../../base/arrays.ts';
/** The parts of an RTF file that can make LibreOffice open other files. */
export interface RtfContent {
  /** Field instructions as plain text. The text of a nested field is also in the outer one. */
  readonly instructions: readonly string[];
  /** The first bytes of each non-empty image as Latin-1. */
  readonly images: readonly string[];
  /** Whether an instruction encodes ASCII letters as character codes, which no program does. */
  readonly hidesLetters: boolean;
}

interface Region {
  readonly kind: 'instruction' | 'image';
  readonly depth: number;
  text: string;
}

// RTF specification 1.9.1, "Conventions of an RTF Reader": control words, symbols, hexadecimal characters, groups.
const ASCII_LETTER = /[a-z]/i;

const token = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|[^\\{}]+/gi;

/** Maximum characters of an instruction; LibreOffice reads the first word and the address after it. */
const REGION_CHARACTERS = 4096;
const IMAGE_CHARACTERS = 64;
/** Maximum nesting of regions. Deeper ones count as part of the enclosing region. */
const MAX_OPEN = 8;

/** Extracts the fields and images of an RTF file in one pass. */
export function readRtfContent(rtf: string): RtfContent {
  const open: Region[] = [];
  const done: Region[] = [];
  let depth = 0;
  /** Depth of the current optional destination, such as an image identifier, whose digits are not image data. */
  let optional = Number.POSITIVE_INFINITY;
  let hidesLetters = false;
  const start = (kind: Region['kind']): void => {
    const region: Region = { kind, depth, text: '' };
    if (open.length < MAX_OPEN) open.push(region);
  };
  const add = (text: string): void => {
    for (const region of open) {
      if (region.kind === 'image' && depth >= optional) continue;
      const room = region.kind === 'image' ? IMAGE_CHARACTERS : REGION_CHARACTERS;
      const fitting = region.kind === 'image' ? text.replaceAll(/[^0-9a-f]/gi, '') : text;
      if (region.text.length < room) region.text += fitting.slice(0, room - region.text.length);
    }
  };
  const addCode = (code: number): void => {
    const character = String.fromCharCode(code & 0xffff);
    hidesLetters ||= ASCII_LETTER.test(character) && open.some(({ kind }) => kind === 'instruction');
    add(character);
  };
  token.lastIndex = 0;
  for (let found = token.exec(rtf); found !== null; found = token.exec(rtf)) {
    const [all, word, number, hex, symbol, brace] = found;
    if (brace === '{') depth += 1;
    else if (brace === '}') {
      // Damaged files close more groups than they open.
      while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) appendAll(done, open.splice(-1));
      if (depth <= optional) optional = Number.POSITIVE_INFINITY;
      depth -= 1;
    } else if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
    else if (word === 'fldinst') start('instruction');
    else if (word === 'pict') start('image');
    else if (word === 'u' && number !== undefined) addCode(Number(number));
    else if (word === 'tab' || word === 'par' || word === 'line') add(' ');
    else if (hex !== undefined) addCode(Number.parseInt(hex, 16));
    else if (symbol === '*') optional = Math.min(optional, depth);
    else if (symbol !== undefined) add('\\{}'.includes(symbol) ? symbol : symbol === '~' ? ' ' : '');
    else if (word === undefined) add(all.replaceAll(/[\r\n\0]/g, ''));
  }
  appendAll(done, open);
  const textsOf = (kind: Region['kind']): string[] =>
    done.flatMap((region) => (region.kind === kind ? [region.text] : []));
  const images = textsOf('image').filter((digits) => digits !== '');
  return {
    instructions: textsOf('instruction'),
    images: images.map((digits) => Buffer.from(digits, 'hex').toString('latin1')),
    hidesLetters,
  };
}
