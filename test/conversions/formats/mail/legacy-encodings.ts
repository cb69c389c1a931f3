// Encoders for character sets that Node only decodes: each character's bytes are found by decoding all sequences once.

type Table = ReadonlyMap<string, Buffer>;

const tables = new Map<string, Table>();

function tableOf(encoding: string): Table {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, Buffer>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const add = (bytes: Buffer): void => {
    try {
      const text = decoder.decode(bytes);
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // No character.
    }
  };
  for (let one = 0; one < 256; one += 1) add(Buffer.from([one]));
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) add(Buffer.from([lead, trail]));
  tables.set(encoding, table);
  return table;
}

const CP850: ReadonlyMap<string, number> = new Map([
  ['ü', 0x81],
  ['é', 0x82],
  ['ä', 0x84],
  ['ö', 0x94],
  ['ß', 0xe1],
]);

/** Encodes a text line by line, with escape sequences around what is not ASCII. */
const shifted = (text: string, encoding: string, open: string, close: string): Buffer =>
  Buffer.from(
    text.replaceAll(
      /[^\x20-\x7e\r\n]+/g,
      (part) =>
        `${open}${Buffer.from(encodeAs(encoding, part).map((byte) => byte & 0x7f)).toString('latin1')}${close}`,
    ),
    'latin1',
  );

/** Encodes text in a character set, by its WHATWG name or one of `cp850`, `utf-7`, `hz-gb-2312` and `iso-2022-kr`. */
export function encodeAs(encoding: string, text: string): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'cp850':
      return Buffer.from([...text].map((character) => CP850.get(character) ?? character.charCodeAt(0)));
    case 'utf-7':
      return Buffer.from(
        text
          .replaceAll('+', '+-')
          .replaceAll(
            /[^\x20-\x7e\r\n]+/g,
            (part) => `+${Buffer.from(part, 'utf16le').swap16().toString('base64').replaceAll('=', '')}-`,
          ),
      );
    case 'iso-2022-jp':
      return shifted(text, 'euc-jp', '\u001b$B', '\u001b(B');
    case 'iso-2022-kr':
      return Buffer.concat([Buffer.from('\u001b$)C'), shifted(text, 'euc-kr', '\u000e', '\u000f')]);
    case 'hz-gb-2312':
      return shifted(text, 'gbk', '~{', '~}');
    default: {
      const table = tableOf(encoding);
      return Buffer.concat(
        [...text].map((character) => {
          const bytes = table.get(character);
          if (bytes === undefined) throw new TypeError(`${character} is not in ${encoding}`);
          return bytes;
        }),
      );
    }
  }
}
