import { describe, expect, it } from 'vitest';
import { convert, extract, read } from '../../../lib/conversions/index.ts';
import { formatsTable } from '../../../lib/conversions/routing/formats-table.ts';
import { makeZip } from '../../../lib/conversions/shared/zip/make-zip.ts';
import { runsOf } from '../../support/long-run.ts';
import { msgOf } from '../formats/mail/msg-of.ts';
import { docxOf, paragraph, tinyPng } from '../office-files.ts';

type Part = readonly [name: string, type: string, content: string | Uint8Array];

const head = (subject: string): string[] => [
  'From: ann@example.org',
  'To: bo@example.org',
  `Subject: ${subject}`,
  'Date: Mon, 4 Mar 2024 09:15:00 +0100',
];

const mailOf = (subject: string, text: string, ...parts: readonly Part[]): Buffer =>
  Buffer.from(
    [
      ...head(subject),
      'Content-Type: multipart/mixed; boundary="=b"',
      '',
      '--=b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      ...parts.flatMap(([name, type, content]) => [
        '--=b',
        `Content-Type: ${type}`,
        `Content-Disposition: attachment; filename="${name}"`,
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(content).toString('base64'),
      ]),
      '--=b--',
      '',
    ].join('\r\n'),
  );

const docx = docxOf(
  `${paragraph('Tides', '<w:outlineLvl w:val="0"/>')}${paragraph('High water comes twice a day.')}`,
  { '[Content_Types].xml': '<Types/>' },
);
const zipOf = (...files: readonly (readonly [string, string | Uint8Array])[]): Buffer =>
  Buffer.from(makeZip(files.map(([name, content]) => ({ name, bytes: Buffer.from(content) }))));

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const mail = mailOf(
  'Figures',
  'See the files.',
  ['tides.docx', DOCX, docx],
  ['days.csv', 'text/csv', 'day,metres\nMon,3.20\nTue,1.05\n'],
  ['x.bin', 'application/octet-stream', Buffer.from([1, 2, 3, 0xff, 0xfe, 0, 0, 7])],
);
const attachments = 'read';

async function markdownOf(bytes: Uint8Array, options = {}, from: 'eml' | 'msg' = 'eml') {
  const { bytes: text, report } = await convert(bytes, { from, to: 'markdown', options });
  const whole = Buffer.from(text).toString();
  return { text: whole.slice(whole.indexOf('09:15:00Z') + 1), whole, warnings: report.warnings };
}

describe('the files of a message', () => {
  it('are listed', async () => {
    const { whole } = await markdownOf(mail);

    expect(whole).toMatch(
      /See the files\.\n\n## Attachments\n\n- tides\.docx .*\n- days\.csv .*\n- x\.bin .*\n$/,
    );
  });

  it('are read below their names, and those that cannot be are listed with the reason', async () => {
    const { whole, warnings } = await markdownOf(mail, { attachments });

    expect(whole.slice(whole.indexOf('See the'))).toBe(
      'See the files.\n\n## Attachments\n\n- x.bin (application/octet-stream, 1 KB)\n\n## tides.docx\n\n### Tides\n\nHigh water comes twice a day.\n\n## days.csv\n\n| day | metres |\n| --- | --- |\n| Mon | 3.20 |\n| Tue | 1.05 |\n',
    );
    expect(warnings).toEqual([expect.stringMatching(/^x\.bin: The file is /)]);
  });

  it('are read in every target', async () => {
    const targets = ['docx', 'pdf', 'text', 'html', 'odt', 'epub'] as const;
    for (const to of targets.slice(0, runsOf(2, targets.length))) {
      const { bytes } = await convert(mail, { from: 'eml', to, options: { attachments } });
      const text = (await extract(bytes, { from: to, format: 'text' })).bytes;
      expect(Buffer.from(text).toString(), to).toContain('High water comes twice a day.');
    }
    const tables = await extract(mail, { from: 'eml', format: 'tables', options: { attachments } });
    expect(Buffer.from(tables.bytes).toString()).toContain('3.20');
    const chunks = await extract(mail, { from: 'eml', format: 'chunks', options: { attachments } });
    expect(Buffer.from(chunks.bytes).toString()).toContain('High water');
    const { sections } = await read(mail, { from: 'eml', options: { attachments } });
    expect(sections).toMatchObject([{ kind: 'file', title: 'tides.docx' }, { title: 'days.csv' }]);
  });

  it('keep their images and notes apart from those of the message', async () => {
    const image = Buffer.from(tinyPng).toString('base64');
    const page = `<h1>Page</h1><p>see <img alt="two" src="data:image/png;base64,${image}"></p>`;
    const own = `${head('Hi').join('\r\n')}\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: text/html\r\n\r\n<p><img alt="one" src="data:image/png;base64,${image}"></p>\r\n--c\r\nContent-Type: text/html; name=p.html\r\nContent-Disposition: attachment\r\n\r\n${page}\r\n--c--`;

    const { images, blocks } = await read(Buffer.from(own), { from: 'eml', options: { attachments } });
    expect(images).toHaveLength(2);
    expect(JSON.stringify(blocks)).toMatch(/"image":0.*"alt":"one".*"image":1.*"alt":"two"/);
  });

  it('may be archives and messages with files, to a depth', async () => {
    const inner = mailOf('Inner', 'Inside.', [
      'a.zip',
      'application/zip',
      zipOf(['b/c.txt', 'In the archive.']),
    ]);
    const { whole, warnings } = await markdownOf(
      mailOf('Outer', 'Outside.', ['inner.eml', 'message/rfc822', inner]),
      { attachments },
    );

    expect(whole).toContain('## inner.eml\n\n### Inner\n');
    expect(whole).toContain('#### a.zip\n\n##### b/c.txt\n\nIn the archive.');
    expect(warnings).toEqual([]);
  });

  it('are read in forwarded messages only if they are asked for', async () => {
    const outer = mailOf('Outer', 'Outside.', ['inner.eml', 'message/rfc822', mail]);

    const listed = await markdownOf(outer);
    expect(listed.whole).toContain('- tides.docx');
    expect(listed.whole).toContain('See the files.');
    expect(listed.whole).not.toContain('High water');
    const both = await markdownOf(outer, { attachments });
    expect(both.whole).toContain('High water');
    expect(both.warnings).toEqual([expect.stringMatching(/^inner\.eml: x\.bin: /)]);
  });

  it('are those of messages in an archive, too', async () => {
    const archive = zipOf(['mails/one.eml', mail]);
    const { bytes } = await convert(archive, { from: 'zip', to: 'text', options: { attachments } });

    expect(Buffer.from(bytes).toString()).toContain('High water');
  });

  it('of Outlook are read, with messages in messages', async () => {
    const { whole } = await markdownOf(
      msgOf({
        properties: { '0037': 'Plans', '1000': 'See below.' },
        attachments: [{ '3707': 'note.txt', '370E': 'text/plain', '3701': Buffer.from('A short note.') }],
        messages: [{ '0037': 'Older notes', '1000': 'The older text.' }],
      }),
      { attachments },
      'msg',
    );

    expect(whole).toBe(
      '# Plans\n\nSee below.\n\n## note.txt\n\nA short note.\n\n## Older notes\n\nThe older text.\n',
    );
  });
});

describe('limits', () => {
  const nested = (depth: number): Buffer =>
    depth === 0
      ? mailOf('Core', 'The core.')
      : mailOf(`Level ${depth}`, `Text ${depth}.`, [`${depth}.eml`, 'message/rfc822', nested(depth - 1)]);

  it('end messages in messages at five levels', async () => {
    const five = await markdownOf(nested(5));
    const seven = await markdownOf(nested(7));

    expect(five.whole).toContain('The core.');
    expect(five.warnings).toEqual([]);
    expect(seven.whole).not.toContain('The core.');
    expect(seven.whole).toContain('Text 2.');
    expect(seven.warnings).toEqual([expect.stringContaining('nested in more than 5 others')]);
  });

  it('count the files of all messages together', async () => {
    const files = (count: number): Part[] =>
      Array.from({ length: count }, (_, at): Part => [`${at}.txt`, 'text/plain', `Word ${at}.`]);
    const inner = mailOf('Inner', 'In.', ...files(150));
    const { warnings } = await markdownOf(
      mailOf('Outer', 'Out.', ['one.eml', 'message/rfc822', inner], ...files(60)),
      { attachments },
    );

    // The message itself, 150 files in it, and 49 of the others.
    expect(warnings).toHaveLength(11);
    expect(warnings?.[0]).toMatch(/^49\.txt: The file was not read because the limit is 200 files/);
  });

  it('hold for an archive in a message', async () => {
    const bomb = zipOf(['zeros.txt', Buffer.alloc(64 * 1024 * 1024)]);
    const { whole, warnings } = await markdownOf(
      mailOf('Hi', 'Text.', ['bomb.zip', 'application/zip', bomb]),
      {
        attachments,
      },
    );

    expect(whole).toContain('- bomb.zip');
    expect(warnings).toEqual([expect.stringMatching(/^bomb\.zip: /)]);
  });
});

it('is an option of every target of messages and archives', () => {
  for (const { from, options } of formatsTable(undefined, ['eml', 'msg', 'zip']))
    expect(Object.keys(options.properties ?? {}), from).toContain('attachments');
});
