import { msgOf } from '../formats/mail/msg-of.ts';
import { tinyPng } from '../office-files.ts';
import type { Content } from './content.ts';

const W = 'Marker';
const isSecret = 'Those who receive the text must not learn of them.';
const image = Buffer.from(tinyPng).toString('base64');

const eml = (headers: string, body = 'Text.'): Buffer =>
  Buffer.from(`From: a@example.org\r\nSubject: Hello\r\nMIME-Version: 1.0\r\n${headers}\r\n\r\n${body}\r\n`);
const multi = (kind: string, ...parts: readonly string[]): Buffer =>
  eml(
    `Content-Type: multipart/${kind}; boundary=b`,
    `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`,
  );
const part = (type: string, body: string, more = ''): string => `Content-Type: ${type}\r\n${more}\r\n${body}`;
const text = part('text/plain', 'Text.');
const page = part('text/html', '<p>Text.</p>');
const base64 = 'Content-Transfer-Encoding: base64\r\n';
const attached = (name: string): string => `Content-Disposition: attachment; filename=${name}\r\n`;
const calendar = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:${W}\r\nEND:VEVENT\r\nEND:VCALENDAR`;

export const emlContents: readonly Content[] = [
  { name: 'the people it was written to', file: eml(`To: ${W} <b@example.org>`), word: W },
  { name: 'a copy', file: eml(`Cc: ${W} <b@example.org>`), word: W },
  {
    name: 'a blind copy',
    file: eml(`Bcc: ${W} <b@example.org>`),
    word: W,
    leftOut: { markdown: isSecret, document: isSecret },
  },
  { name: 'whom to answer', file: eml(`Reply-To: ${W} <b@example.org>`), word: W },
  { name: 'who sent it for another', file: eml(`Sender: ${W} <b@example.org>`), word: W },
  {
    name: 'an attachment',
    file: multi('mixed', text, part('application/x-thing', 'x', attached(`${W}.bin`))),
    word: W,
  },
  {
    name: 'a file without a name',
    file: multi('mixed', text, part('application/x-thing', 'x')),
    word: 'unnamed',
  },
  {
    name: 'an attached text',
    file: multi('mixed', text, part('text/plain', 'x', attached(`${W}.txt`))),
    word: W,
  },
  { name: 'a second text', file: multi('mixed', text, part('text/plain', W)), word: W },
  { name: 'a second page', file: multi('mixed', page, part('text/html', `<p>${W}</p>`)), word: W },
  {
    name: 'a text of another kind',
    file: multi('mixed', text, part('text/x-thing', W)),
    word: 'text/x-thing',
  },
  {
    name: 'an alternative of another kind',
    file: multi('alternative', text, part('application/x-thing', 'x')),
    word: 'x-thing',
  },
  { name: 'an appointment alone', file: eml('Content-Type: text/calendar', calendar), word: W },
  {
    name: 'a card',
    file: multi('mixed', text, part('text/vcard; name=Ada.vcf', 'BEGIN:VCARD\r\nEND:VCARD')),
    word: 'Ada',
  },
  { name: 'a digest', file: multi('digest', `\r\nSubject: x\r\n\r\n${W}`), word: W },
  {
    name: 'a part of a message',
    file: eml('Content-Type: message/partial; number=1; total=2; id=x', W),
    word: 'partial',
  },
  {
    name: 'a linked file',
    file: multi(
      'mixed',
      text,
      part('message/external-body; access-type=URL; URL="https://x.example"', 'Content-Type: image/png'),
    ),
    word: 'external-body',
  },
  {
    name: 'an image that the page does not show',
    file: multi('related', page, part(`image/png; name=${W}.png`, image, `${base64}Content-ID: <i>\r\n`)),
    word: W,
  },
  {
    name: 'an image beside the text',
    file: multi(
      'mixed',
      text,
      part(`image/png; name=${W}.png`, image, `${base64}Content-Disposition: inline\r\n`),
    ),
    word: W,
  },
  {
    name: 'an image from elsewhere',
    file: eml('Content-Type: text/html', `<p>a</p><img src="https://x.example/a.png" alt="${W}">`),
    word: W,
  },
  {
    name: 'videos of two pages',
    file: multi(
      'mixed',
      part('text/html', '<p>a</p><video src="a.mp4"></video>'),
      part('text/html', '<p>b</p><video src="b.mp4"></video>'),
    ),
    word: '2 videos',
  },
  {
    name: 'an iframe',
    file: eml('Content-Type: text/html', '<p>a</p><iframe src="https://x.example"></iframe>'),
    word: '1 iframe',
  },
  {
    name: 'a signature',
    file: multi('signed', text, part('application/pgp-signature; name=signature.asc', 'x')),
    word: 'signature',
  },
];

export const mhtmlContents: readonly Content[] = [
  {
    name: 'a paragraph',
    file: multi('related; type="text/html"', part('text/html', `<p>${W}</p>`)),
    word: W,
  },
  {
    name: 'a video',
    file: multi('related; type="text/html"', part('text/html', '<p>a</p><video src="a.mp4"></video>')),
    word: '1 video',
  },
];

const msg = (
  more: Partial<Parameters<typeof msgOf>[0]> & { readonly set?: Readonly<Record<string, string>> },
): Buffer =>
  msgOf({ ...more, properties: { '001A': 'IPM.Note', '0037': 'Hello', '1000': 'Text.', ...more.set } });

export const msgContents: readonly Content[] = [
  { name: 'the people it was written to', file: msg({ recipients: [{ '3001': W, '0C15': 1 }] }), word: W },
  { name: 'a copy', file: msg({ recipients: [{ '3001': W, '0C15': 2 }] }), word: W },
  {
    name: 'a blind copy',
    file: msg({ recipients: [{ '3001': W, '0C15': 3 }] }),
    word: W,
    leftOut: { markdown: isSecret, document: isSecret },
  },
  { name: 'an attached message', file: msg({ messages: [{ '0037': 'x', '1000': W }] }), word: W },
  {
    name: 'a linked attachment',
    file: msg({ attachments: [{ '3707': 'a.bin', '3705': 7, '370D': W }] }),
    word: 'a.bin',
  },
  {
    name: 'an embedded object',
    file: msg({ attachments: [{ '3705': 6, '3701': Buffer.from('x') }] }),
    word: 'unnamed|object',
  },
];
