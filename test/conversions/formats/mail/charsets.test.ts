import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { encodeAs } from './legacy-encodings.ts';

interface Letter {
  readonly encodings: readonly string[];
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

const letters: readonly Letter[] = [
  {
    encodings: ['windows-1252', 'utf-8'],
    name: 'Jörg Groß',
    subject: 'Rückfrage zur Prüfung',
    text: 'Sehr geehrte Frau Müller,\r\ndie Prüfung kostet 20 €.',
  },
  {
    encodings: ['windows-1252', 'utf-8'],
    name: 'Hélène Lefèvre',
    subject: 'Réunion reportée à février',
    text: 'Bonjour, la réunion est reportée.\r\nÀ bientôt, Hélène',
  },
  {
    encodings: ['koi8-r', 'windows-1251', 'utf-8'],
    name: 'Иван Петров',
    subject: 'Договор поставки',
    text: 'Добрый день, высылаю договор.\r\nС уважением, Иван',
  },
  {
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp', 'utf-8'],
    name: '田中太郎',
    subject: 'お見積もりの件',
    text: 'これはテストメールです。\r\nお問い合わせありがとうございます。',
  },
  {
    encodings: ['gbk', 'utf-8'],
    name: '张伟',
    subject: '关于合同的问题',
    text: '您好，请查收附件中的合同。\r\n谢谢！',
  },
  {
    encodings: ['big5', 'utf-8'],
    name: '陳小明',
    subject: '關於合約的問題',
    text: '您好，請查收附件中的合約。\r\n謝謝！',
  },
  {
    encodings: ['euc-kr', 'utf-8'],
    name: '김철수',
    subject: '계약서 관련 문의',
    text: '안녕하세요. 계약서를 보내드립니다.\r\n감사합니다.',
  },
];

const cases = letters.flatMap((letter) => letter.encodings.map((encoding) => ({ ...letter, encoding })));

const transfers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  '8bit': (bytes) => bytes,
  base64: (bytes) => Buffer.from(bytes.toString('base64')),
  'quoted-printable': (bytes) =>
    Buffer.from(
      [...bytes]
        .map((byte) =>
          byte === 13 || byte === 10 || (byte >= 32 && byte < 127 && byte !== 61)
            ? String.fromCharCode(byte)
            : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
        )
        .join(''),
    ),
};

const line = (text: string): Buffer => Buffer.from(`${text}\r\n`);
const field = (name: string, value: Buffer, rest = ''): Buffer =>
  Buffer.concat([Buffer.from(`${name}: `), value, line(rest)]);

/** A message whose header is raw bytes. */
const rawMail = (
  { encoding, name, subject, text }: Letter & { encoding: string },
  contentType: string | undefined,
  transfer: string,
): Buffer =>
  Buffer.concat([
    field('From', encodeAs(encoding, name), ' <a@example.org>'),
    line('To: b@example.org'),
    field('Subject', encodeAs(encoding, subject)),
    line('Date: Mon, 4 Mar 2024 09:15:00 +0100'),
    line('MIME-Version: 1.0'),
    ...(contentType === undefined ? [] : [line(`Content-Type: ${contentType}`)]),
    line(`Content-Transfer-Encoding: ${transfer}`),
    line(''),
    transfers[transfer]?.(encodeAs(encoding, text)) ?? Buffer.alloc(0),
  ]);

async function textOf(mail: Uint8Array) {
  const { bytes, report } = await convert(mail, { from: 'eml', to: 'text' });
  return { text: Buffer.from(bytes).toString(), warnings: report.warnings };
}

const ASCII_ONLY: ReadonlySet<string> = new Set(['iso-2022-jp']);

describe.each(cases)('$subject in $encoding', (letter) => {
  const expectAll = ({ text }: { readonly text: string }): void => {
    expect(text).not.toContain('\ufffd');
    expect(text).toContain(letter.subject);
    expect(text).toContain(letter.name);
    for (const part of letter.text.split('\r\n')) expect(text).toContain(part);
  };

  it.each([
    [undefined, '8bit'],
    ['text/plain', 'base64'],
    ['text/plain; charset=x-unknown', 'quoted-printable'],
    ['text/plain; charset=us-ascii', '8bit'],
    ['text/plain; charset=unknown-8bit', 'base64'],
  ])('is read if the type is %s in %s', async (contentType, transfer) => {
    expectAll(await textOf(rawMail(letter, contentType, transfer)));
  });

  it('is read if its text alone declares it', async () => {
    const { text, warnings } = await textOf(
      rawMail(letter, `text/plain; charset="${letter.encoding}"`, '8bit'),
    );

    expectAll({ text });
    expect(warnings).toEqual([]);
  });

  it('is read if its header is raw and its text is ASCII', async () => {
    const { text } = await textOf(rawMail({ ...letter, text: 'See below.' }, 'text/plain', '8bit'));

    expect(text).toContain(letter.subject);
    expect(text).toContain(letter.name);
  });

  it('is read if it declares UTF-8 wrongly', async () => {
    if (ASCII_ONLY.has(letter.encoding) || letter.encoding === 'utf-8') return;
    const { text, warnings } = await textOf(rawMail(letter, 'text/plain; charset=utf-8', 'base64'));

    expectAll({ text });
    expect(warnings).toEqual([
      expect.stringContaining(letter.encoding === 'gbk' ? 'gb18030' : letter.encoding),
    ]);
  });

  it('is read in encoded words that cut its characters', async () => {
    const bytes = encodeAs(letter.encoding, letter.subject);
    for (let size = 1; size <= 7; size += 2) {
      for (const kind of ['B', 'Q', 'padded']) {
        const words: string[] = [];
        for (let at = 0; at < bytes.length; at += size) {
          const part = bytes.subarray(at, at + size);
          const encoded =
            kind === 'Q'
              ? [...part].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('')
              : part.toString('base64');
          words.push(
            `=?${letter.encoding}?${kind === 'Q' ? 'Q' : 'B'}?${kind === 'B' ? encoded.replaceAll('=', '') : encoded}?=`,
          );
        }
        const mail = Buffer.from(
          `From: "${words.join(' ')}" <a@example.org>\r\nTo: b@example.org\r\nSubject: ${words.join('\r\n ')}\r\n\r\nHi`,
        );

        // Unpadded Base64 of one or two bytes looks as if it were cut within its groups.
        if (kind === 'B' && size % 3 !== 0) continue;
        expect((await textOf(mail)).text, `${kind} ${size}`).toMatch(
          new RegExp(`^${letter.subject}\\s+From: ${letter.subject} `),
        );
      }
    }
  });
});

describe('encoded words', () => {
  const subjectOf = async (subject: string): Promise<string | undefined> => {
    const mail = `From: a@example.org\r\nTo: b@example.org\r\nSubject: ${subject}\r\n\r\nHi`;
    return (await textOf(Buffer.from(mail, 'latin1'))).text.split('\n')[0];
  };
  const inPieces = (text: string, size: number): string =>
    [...text.matchAll(new RegExp(`.{1,${size}}`, 'g'))].map(([part]) => `=?utf-8?B?${part}?=`).join(' ');

  it('may cut Base64 within its groups', async () => {
    const encoded = Buffer.from('Angebot für Überseehäfen, größtenteils').toString('base64');

    expect(await subjectOf(inPieces(encoded, 10))).toBe('Angebot für Überseehäfen, größtenteils');
    expect(await subjectOf(inPieces(encoded.replaceAll('=', ''), 7))).toBe(
      'Angebot für Überseehäfen, größtenteils',
    );
  });

  it.each([
    ['=?iso-8859-1*de?Q?Gr=FC=DFe?=', 'Grüße'],
    ['=?cp850?Q?Gr=81=E1e?=', 'Grüße'],
    ['=?cp-850?Q?Gr=81=E1e?=', 'Grüße'],
    ['=?unicode-1-1-utf-7?Q?Gr+APwA3w-e?=', 'Grüße'],
    ['=?us-ascii?Q?Gr=FC=DFe_aus_K=F6ln?=', 'Grüße aus Köln'],
    ['=?x-unknown?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?utf-8?Q?a?= =?utf-8?Q?b?=', 'ab'],
    ['=?utf-8?Q?a?= and =?utf-8?Q?b?=', 'a and b'],
    ['=?utf-8?Q?a b?=', 'a b'],
    ['=?utf-8?X?a?=', '=?utf-8?X?a?='],
    ['=?broken', '=?broken'],
    ['50 =? 60', '50 =? 60'],
  ])('%s is %s', async (value, expected) => {
    expect(await subjectOf(value)).toBe(expected);
  });

  it('keep commas and brackets of a name in the name', async () => {
    const mail = `From: =?utf-8?Q?M=C3=BCller=2C_J=C3=B6rg_=3Cx=3E?= <j@example.org>\r\nTo: b@example.org\r\nSubject: Hi\r\n\r\nHi`;

    expect((await textOf(Buffer.from(mail))).text).toContain('From: Müller, Jörg <x> j@example.org\n');
  });
});

describe('a text', () => {
  const bodyOf = async (charset: string, bytes: Uint8Array): Promise<string> => {
    const head = `From: a@example.org\r\nTo: b@example.org\r\nSubject: Hi\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n`;
    const { text } = await textOf(Buffer.concat([Buffer.from(head), bytes]));
    return text.split('\n').at(-2) ?? '';
  };

  it.each(['cp850', 'CP-850', 'ibm850', '"cp850"', 'x-cp850'])('may be in %s', async (charset) => {
    expect(await bodyOf(charset, encodeAs('cp850', 'Grüße aus Köln'))).toBe('Grüße aus Köln');
  });

  it.each([
    ['utf-7', 'utf-7', 'Grüße + 合同'],
    ['UNICODE-1-1-UTF-7', 'utf-7', 'Hi Mom ☺!'],
    ['iso-2022-kr', 'iso-2022-kr', '계약서 관련 문의'],
    ['hz-gb-2312', 'hz-gb-2312', '关于合同的问题'],
    ['x-sjis', 'shift_jis', 'お見積もりの件'],
    ['cp932', 'shift_jis', 'お見積もりの件'],
    ['ks_c_5601-1987', 'euc-kr', '계약서 관련 문의'],
    ['gb_2312', 'gbk', '关于合同的问题'],
    ['utf8', 'utf-8', 'Grüße'],
    // The text, and not the name, decides.
    ['iso-8859-1', 'utf-8', 'Grüße aus Köln'],
    ['iso-8859-1', 'iso-2022-jp', 'お見積もりの件'],
  ])('of %s is decoded', async (charset, encoding, text) => {
    expect(await bodyOf(charset, encodeAs(encoding, text))).toBe(text);
  });

  it('that is damaged in a place stays in its encoding', async () => {
    const damaged = Buffer.concat([
      Buffer.from('Grüße aus Köln, schöne Grüße, äöüß äöüß '),
      Buffer.from([0xc3, 0x20]),
    ]);

    expect(await bodyOf('utf-8', damaged)).toBe('Grüße aus Köln, schöne Grüße, äöüß äöüß \ufffd');
  });
});

describe('the name of a file', () => {
  const nameOf = async (disposition: Uint8Array): Promise<string> => {
    const mail = Buffer.concat([
      Buffer.from(
        'From: a@example.org\r\nTo: b@example.org\r\nSubject: Hi\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; ',
      ),
      disposition,
      Buffer.from('\r\n\r\nx\r\n--b--\r\n'),
    ]);
    return /- (.*) \(application/.exec((await textOf(mail)).text)?.[1] ?? '';
  };

  it.each([
    ["filename*0*=utf-8''%C3%BCbersicht%20; filename*1*=2024.csv", 'übersicht 2024.csv'],
    ['filename*0*=utf-8\'\'%C3; filename*1*=%BCbersicht; filename*2=".csv"', 'übersicht.csv'],
    ["filename*=koi8-r'ru'%C4%CF%C7%CF%D7%CF%D2.pdf; filename=x.pdf", 'договор.pdf'],
    ["filename*=''Pr%FCfung%20f%FCr%20K%F6ln.pdf", 'Prüfung für Köln.pdf'],
    ['filename="=?utf-8?B?w7xiZXJzaWNodA==?= =?utf-8?B?LmNzdg==?="', 'übersicht.csv'],
    ['filename="a;b \\"c\\".pdf"; size=3', 'a;b "c".pdf'],
    ['filename=Invoice(1).pdf', 'Invoice(1).pdf'],
    ['filename=x.pdf (a comment)', 'x.pdf'],
    ['filename="C:\\temp\\x.pdf"', 'C:\\temp\\x.pdf'],
  ])('%s is %s', async (disposition, expected) => {
    expect(await nameOf(Buffer.from(disposition, 'latin1'))).toBe(expected);
  });

  it('may be raw bytes', async () => {
    const raw = (encoding: string, name: string): Buffer =>
      Buffer.concat([Buffer.from('filename="'), encodeAs(encoding, name), Buffer.from('"')]);

    expect(await nameOf(raw('koi8-r', 'Договор поставки.pdf'))).toBe('Договор поставки.pdf');
    expect(await nameOf(raw('windows-1252', 'Prüfung für Köln.pdf'))).toBe('Prüfung für Köln.pdf');
    expect(await nameOf(raw('shift_jis', 'お見積もりの件.pdf'))).toBe('お見積もりの件.pdf');
  });
});
