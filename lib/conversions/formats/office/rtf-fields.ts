import { appendAll } from '../../base/arrays.ts';
/** What a file of RTF has in places that LibreOffice may open files for. */
export interface RtfContent {
  /** The instructions of fields as text: groups, control words and escapes are resolved. Those inside of others are in both. */
  readonly instructions: readonly string[];
  /** The beginning of each image as Latin-1, where it has any bytes. */
  readonly images: readonly string[];
  /** An instruction has ASCII letters written as codes, which no program does. */
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

/** Characters of an instruction that count; LibreOffice reads the first word and the address behind it. */
const REGION_CHARACTERS = 4096;
const IMAGE_CHARACTERS = 64;
/** Depth of regions in each other; deeper ones are part of those around them. */
const MAX_OPEN = 8;

/** Reads what a file of RTF has in fields and images, in one pass. */
export function readRtfContent(rtf: string): RtfContent {
  const open: Region[] = [];
  const done: Region[] = [];
  let depth = 0;
  /** Of the group of an optional destination, such as an image's identifier; its digits are not the image's. */
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
      while ((open.at(-1)?.depth ?? -1) >= depth) appendAll(done, open.splice(-1));
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
