import { utils, write } from '@e965/xlsx';
import { tinyPng } from './office-files.ts';

// Small files of formats that no engine writes.

const image = Buffer.from(tinyPng).toString('base64');

/** A message with a page of its own, an image in it, and a file with it. */
export const eml: Buffer = Buffer.from(
  [
    'Return-Path: <ada@example.com>',
    'From: =?utf-8?Q?Ada_Lov=C3=A9?= <ada@example.com>',
    'To: Charles <charles@example.com>,',
    '  team@example.com',
    'Subject: Notes on the',
    '  engine',
    'Date: Mon, 23 Nov 2026 10:30:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: multipart/related; boundary="inner"',
    '',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>Dear <b>Charles</b>,</p><p><img src=3D"cid:dot" alt=3D"a dot"> G=C3=BCte</p>',
    '--inner',
    'Content-Type: image/png',
    'Content-ID: <dot>',
    'Content-Transfer-Encoding: base64',
    '',
    image,
    '--inner--',
    '--outer',
    'Content-Type: application/pdf; name="plan.pdf"',
    'Content-Disposition: attachment; filename="plan.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.alloc(2000).toString('base64'),
    '--outer--',
    '',
  ].join('\r\n'),
);

/** A message of plain text. */
export const plainMail: Buffer = Buffer.from(
  'From: ada@example.com\nTo: bo@example.com\nSubject: Hi\n\nFirst line\nsecond line\n\n> you said\n> that\n\nBye\n',
);

/** A web page with its image, as browsers save it. */
export const mhtml: Buffer = Buffer.from(
  [
    'From: <Saved by a browser>',
    'Snapshot-Content-Location: https://example.com/',
    'Subject: Tides',
    'Date: Mon, 23 Nov 2026 10:30:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="part"',
    '',
    '--part',
    'Content-Type: text/html; charset=utf-8',
    'Content-Location: https://example.com/',
    '',
    '<title>Tides of the world</title><h1>Tides</h1><p>High water. <img src="https://example.com/dot.png" alt="dot"></p>',
    '--part',
    'Content-Type: image/png',
    'Content-Location: https://example.com/dot.png',
    'Content-Transfer-Encoding: base64',
    '',
    image,
    '--part--',
    '',
  ].join('\r\n'),
);

/** A notebook with each kind of cell and output. */
export const ipynb: Buffer = Buffer.from(
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: 'python' }, title: 'Tides', authors: [{ name: 'Ada' }] },
    cells: [
      {
        cell_type: 'markdown',
        metadata: {},
        source: ['# Tides\n', '\n', 'With *care*. ![dot](attachment:dot.png)'],
        attachments: { 'dot.png': { 'image/png': image } },
      },
      {
        cell_type: 'code',
        metadata: {},
        source: 'print("high")',
        execution_count: 1,
        outputs: [
          { output_type: 'stream', name: 'stdout', text: ['high\n', 'low\n'] },
          { output_type: 'display_data', data: { 'image/png': image, 'text/plain': '<Figure>' } },
          {
            output_type: 'execute_result',
            data: {
              'text/html': ['<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>'],
              'text/plain': 'a b',
            },
          },
          { output_type: 'execute_result', data: { 'text/plain': '42' } },
          {
            output_type: 'error',
            ename: 'ValueError',
            evalue: 'too low',
            traceback: ['\u001b[0;31mValueError\u001b[0m'],
          },
        ],
      },
      { cell_type: 'raw', metadata: {}, source: 'left as it is' },
    ],
  }),
);

/** Subtitles of SubRip. */
export const srt: Buffer = Buffer.from(
  '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>High</i> water comes\r\ntwice a day.\r\n\r\n2\r\n00:00:02,600 --> 00:00:04,000\r\nNot everywhere.\r\n\r\n3\r\n00:01:10,000 --> 00:01:12,000\r\nLater &amp; lower.\r\n',
);

/** Subtitles of the web, with speakers. */
export const vtt: Buffer = Buffer.from(
  'WEBVTT - Tides\n\nNOTE made by hand\n\n00:01.000 --> 00:02.500 align:start\n<v Ada>High water?\n\nlast\n00:00:03.000 --> 00:00:04.000\n<v.loud Bo>Twice <00:00:03.500><c>a day</c>.\n',
);

const rows = [
  ['NAME', 'HEIGHT'],
  ['Saint-Malo', 12.2],
  ['Naples', 0.3],
];

const table = (bookType: 'dbf' | 'dif'): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet1');
  return write(book, { type: 'buffer', bookType });
};

/** A table of dBase. */
export const dbf: Buffer = table('dbf');

/** A table in Data Interchange Format. */
export const dif: Buffer = table('dif');

/** Tab-separated values. */
export const tsv: Buffer = Buffer.from('name\theight\nSaint-Malo, FR\t12.2\nNaples\t0.3\n');

/** A document with a bit of everything that AsciiDoc has. */
export const asciidoc = `= Harbour guide
Ada Lovelace <ada@example.com>
:toc:
:lang: en-GB
:description: When to sail

High water comes *twice* a day, see https://example.org[the tables]. It is _late_ at stem:[a/2] and latexmath:[x < y^2].footnote:[By the old *chart*.]

== Tides [[tides]]

. Cast off
. Hoist the \`mainsail\`
* slowly

[cols="1,>2",options="header"]
|===
|Day |Metres
|Mon |3.20
|===

NOTE: Take care, see <<tides>>.

[source,js]
----
const a = 1 < 2;
----

[latexmath]
++++
\\frac{a}{b}
++++
`;

/** A list of objects in YAML with an anchor, a merge key and a tag of an application. */
export const yaml = `%YAML 1.2
---
- &port
  name: Saint-Malo
  height: 12.2
  open: true
- <<: *port
  name: Naples
  height: 0.3
- name: !Ref harbour
  height: ~
`;
