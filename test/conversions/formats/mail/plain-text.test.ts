import { describe, expect, it } from 'vitest';
import { convert, read } from '../../../../lib/conversions/index.ts';

const mailOf = (type: string, ...lines: readonly string[]): Buffer =>
  Buffer.from(
    [
      'From: a@example.org',
      'To: b@example.org',
      'Subject: Hi',
      `Content-Type: text/plain; charset=utf-8${type}`,
      '',
      ...lines,
    ].join('\r\n'),
  );

const markdownOf = async (mail: Uint8Array): Promise<string> => {
  const text = Buffer.from((await convert(mail, { from: 'eml', to: 'markdown' })).bytes).toString();
  return text.slice(text.lastIndexOf('<b@example.org>') + '<b@example.org>'.length).trim();
};

describe('flowed text', () => {
  it('joins the lines that were broken, and no others', async () => {
    expect(
      await markdownOf(
        mailOf(
          '; format=flowed',
          'The quick ',
          'brown fox ',
          'jumps.',
          'A new line.',
          '',
          'Next.',
          '-- ',
          'Ann',
          'Sales',
        ),
      ),
    ).toBe('The quick brown fox jumps.\\\nA new line.\n\nNext.\\\n--\\\nAnn\\\nSales');
  });

  it('deletes the blanks of languages without words if it says so', async () => {
    expect(await markdownOf(mailOf('; format=flowed; delsp=yes', 'これは ', 'テスト ', 'です。'))).toBe(
      'これはテストです。',
    );
    expect(await markdownOf(mailOf('; Format="Flowed"; DelSp=Yes', 'a  ', 'b'))).toBe('a b');
  });

  it('joins only lines that are quoted equally often', async () => {
    expect(
      await markdownOf(
        mailOf('; format=flowed', '>> Old ', '>> words ', '> and mine', '>not mine', 'Own ', 'words.'),
      ),
    ).toBe('> > Old words\n\n> and mine\\\n> not mine\n\nOwn words.');
  });

  it('removes the blanks that protect the start of a line', async () => {
    expect(await markdownOf(mailOf('; format=flowed', ' >not quoted', ' From here', '  two'))).toMatch(
      /^\\?>not quoted\\\nFrom here\\\n/,
    );
  });
});

describe('plain text', () => {
  it('has a quote after the line that introduces it', async () => {
    expect(await markdownOf(mailOf('', 'On Monday Ann wrote:', '> yes', '> > no', '', 'Fine.'))).toBe(
      'On Monday Ann wrote:\n\n> yes\n\n> > no\n\nFine.',
    );
  });

  it('is not nested deeper than quotes are read', async () => {
    const { blocks } = await read(mailOf('', `${'>'.repeat(5000)} deep`), { from: 'eml' });

    expect(JSON.stringify(blocks).split('"quote"').length - 1).toBeLessThanOrEqual(20);
  });
});

describe('the start of a message', () => {
  it.each([
    ['a line of an mbox', 'From a@example.org Mon Mar  4 09:15:00 2024\r\n'],
    ['a quoted line of an mbox', '>From a@example.org Mon Mar  4 09:15:00 2024\r\n'],
    ['empty lines', '\r\n\r\n'],
    ['a byte order mark', '\ufeff'],
  ])('may be %s', async (_, start) => {
    expect(await markdownOf(Buffer.concat([Buffer.from(start), mailOf('', 'Text')]))).toBe('Text');
  });

  it('ends at a line that is no field', async () => {
    const mail =
      'From: a@example.org\r\nTo: <b@example.org>\r\nSubject: Hi\r\nNo field, but text.\r\nMore: text\r\n';

    expect(await markdownOf(Buffer.from(mail))).toBe('No field, but text.\\\nMore: text');
  });
});

describe('parts', () => {
  const multipart = (type: string, ...parts: readonly (readonly string[])[]): Buffer =>
    Buffer.from(
      [
        'From: a@example.org',
        'To: b@example.org',
        'Subject: Hi',
        `Content-Type: multipart/${type}; boundary=b`,
        '',
        'This is a message of several parts.',
        ...parts.flatMap((part) => ['--b', ...part]),
        '--b--',
        'After.',
      ].join('\n'),
    );
  const text = (...lines: readonly string[]): string[] => ['Content-Type: text/plain', '', ...lines];
  const page = (html: string): string[] => ['Content-Type: text/html', '', html];

  it('are all shown, in their order', async () => {
    expect(await markdownOf(multipart('mixed', text('One'), page('<p>Two</p>'), text('Three')))).toBe(
      'One\n\nTwo\n\nThree',
    );
  });

  it('are alternatives of which the richest is shown', async () => {
    expect(await markdownOf(multipart('alternative', text('Plain'), page('<b>Rich</b>')))).toBe('**Rich**');
    expect(await markdownOf(multipart('alternative', page('<b>Rich</b>'), text('Plain')))).toBe('**Rich**');
    expect(await markdownOf(multipart('alternative', text('Plain'), page('  ')))).toBe('Plain');
    expect(
      await markdownOf(
        multipart('alternative', text('Plain'), ['Content-Type: text/x-amp-html', '', '<p>x</p>']),
      ),
    ).toBe('Plain');
  });

  it('need no header', async () => {
    expect(await markdownOf(multipart('mixed', ['', 'One'], ['Two']))).toBe('One\n\nTwo');
  });

  it('without a boundary are shown as text', async () => {
    const mail =
      'From: a@example.org\nTo: <b@example.org>\nSubject: Hi\nContent-Type: multipart/mixed\n\nLost?';

    expect(await markdownOf(Buffer.from(mail))).toBe('Lost?');
  });

  it('without an end are shown', async () => {
    const mail = multipart('mixed', text('One'), text('Two'));

    expect(await markdownOf(mail.subarray(0, mail.indexOf('--b--')))).toBe('One\n\nTwo');
  });

  it('may have boundaries that start alike', async () => {
    const inner = [
      'Content-Type: multipart/alternative; boundary="b-1"',
      '',
      '--b-1',
      ...text('In'),
      '--b-1--',
    ];

    expect(await markdownOf(multipart('mixed', inner, text('Out')))).toBe('In\n\nOut');
  });

  it('that are appointments have a name', async () => {
    const calendar = [
      'Content-Type: text/calendar; method=REQUEST',
      '',
      'BEGIN:VCALENDAR',
      'SUMMARY;LANGUAGE=en:Team',
      ' \\, all',
      'END:VCALENDAR',
    ];
    const { attachments } = await read(multipart('alternative', text('Come!'), calendar), { from: 'eml' });

    expect(attachments).toMatchObject([{ name: 'Team, all.ics', mime_type: 'text/calendar' }]);
  });

  it('may be uuencoded', async () => {
    const file = [
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: x-uuencode',
      '',
      'begin 644 a.txt',
      '%2&5L;&\\',
      '`',
      'end',
    ];

    expect(await markdownOf(multipart('mixed', file))).toBe('Hello');
  });
});
