import { describe, expect, it } from 'vitest';
import { extract, read } from '../../../../lib/conversions/index.ts';
import { tinyPng } from '../../office-files.ts';

const image = Buffer.from(tinyPng).toString('base64');

const mailOf = (...parts: readonly (readonly string[])[]): Buffer =>
  Buffer.from(
    [
      'From: ada@example.com',
      'To: bo@example.com',
      'Subject: Plans',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      ...parts.flatMap((part) => ['--b', ...part]),
      '--b--',
      '',
    ].join('\r\n'),
  );

const page = (html: string): string[] => ['Content-Type: text/html; charset=utf-8', '', html];

const forwarded = (...headers: readonly string[]): string[] => [
  'Content-Type: message/rfc822',
  '',
  'From: eve@example.com',
  ...headers,
  '',
  'The inner text.',
];

describe('a message', () => {
  it('shows images that are in its page, and those that come with it, at their places', async () => {
    const picture = [
      'Content-Type: image/png',
      'Content-ID: <a b@x>',
      'Content-Transfer-Encoding: base64',
      '',
      image,
    ];
    const { blocks, images, attachments } = await read(
      mailOf(
        page(
          `<p>one <img src="data:image/png;base64,${image}" alt="in"> two <img src="cid:a%20b@x" alt="with"> three</p>`,
        ),
        picture,
      ),
      { from: 'eml' },
    );

    expect(images).toHaveLength(2);
    expect(blocks.at(-1)).toMatchObject({
      content: [
        { text: 'one ' },
        { kind: 'image', image: 0, alt: 'in' },
        { text: ' two ' },
        { kind: 'image', image: 1, alt: 'with' },
        { text: ' three' },
      ],
    });
    expect(attachments).toEqual([]);
  });

  it('says that it fetches no images', async () => {
    const mail = mailOf(page('<p>one <img src="https://example.com/a.png" alt="a logo"></p>'));
    const { bytes, report } = await extract(mail, { from: 'eml', format: 'text' });

    expect(Buffer.from(bytes).toString()).toContain('one a logo');
    expect(report.warnings).toEqual([expect.stringMatching(/^1 external image was not fetched/)]);
  });

  it('has the messages that it forwards below their subjects', async () => {
    const { attachments, sections, blocks } = await read(
      mailOf(page('<p>Hi</p>'), forwarded('Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?='), forwarded(), [
        'Content-Type: text/calendar; name="invite.ics"',
        '',
        'BEGIN:VCALENDAR\r\nEND:VCALENDAR',
      ]),
      { from: 'eml' },
    );

    expect(attachments?.map(({ name, mime_type: type }) => [name, type])).toEqual([
      ['Grüße', 'message/rfc822'],
      ['unnamed', 'message/rfc822'],
      ['invite.ics', 'text/calendar'],
    ]);
    expect(sections.map(({ kind, title }) => [kind, title])).toEqual([
      ['file', 'Grüße'],
      ['file', 'unnamed'],
    ]);
    expect(blocks.filter(({ kind }) => kind === 'heading')).toMatchObject([
      { level: 1, content: [{ text: 'Plans' }] },
      { level: 2, content: [{ text: 'Attachments' }] },
      { level: 2, content: [{ text: 'Grüße' }] },
      { level: 2, content: [{ text: 'unnamed' }] },
    ]);
    expect(JSON.stringify(blocks).split('The inner text.')).toHaveLength(3);
  });

  it('lists the message that a report returns', async () => {
    const report = Buffer.from(
      mailOf(page('<p>Not delivered</p>'), forwarded('Subject: Lost'))
        .toString()
        .replace('multipart/mixed', 'multipart/report'),
    );
    const { attachments, blocks } = await read(report, { from: 'eml' });

    expect(attachments).toMatchObject([{ name: 'Lost' }]);
    expect(JSON.stringify(blocks)).not.toContain('inner text');
  });
});
