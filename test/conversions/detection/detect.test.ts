import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../lib/conversions/detection/detect.ts';
import { randomBytes } from '../../fuzz/random.ts';
import { makeCompoundFile, makePdf, makePng, makeZip } from '../sample-files.ts';
import { compoundOf } from '../shared/compound-file/compound-of.ts';

const office = (part: string, type: string): Buffer =>
  makeZip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="application/vnd.${type}"/></Types>`,
    [part]: '<x/>',
  });
const word = (type: string): Buffer => office('word/document.xml', type);
const excel = (type: string): Buffer => office('xl/workbook.xml', type);
const powerpoint = (type: string): Buffer => office('ppt/presentation.xml', type);
const openXml = 'openxmlformats-officedocument';
const open = (mimetype: string): Buffer => makeZip({ mimetype, 'content.xml': '<x/>' });
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const prose = 'Dear Anna,\nthe meeting, as you know, is on Monday.\nBring cake, tea, and the {papers}.\n';

const rows: [what: string, bytes: Buffer, format: string | undefined][] = [
  [
    'a pdf header within the first 1024 bytes',
    Buffer.from(`${'\n'.repeat(900)}%PDF-1.4\n1 0 obj\n<<>>`),
    'pdf',
  ],
  ['a truncated pdf', (await makePdf((d) => d.text('x'))).subarray(0, 300), 'pdf'],
  ['a text about PDF headers', Buffer.from('A file begins with\n%PDF-1.7 and goes on.\n'), 'text'],
  ['an empty file', Buffer.alloc(0), undefined],
  ['random bytes', randomBytes('bytes', 5000), undefined],
  ['zeros', Buffer.alloc(5000), undefined],
  ['plain prose with commas and braces', Buffer.from(prose), 'text'],
  ['Latin-1 prose', Buffer.from('Fahrverg\xfcgen f\xfcr alle, sch\xf6n.\nGr\xfc\xdfe', 'latin1'), 'text'],
  ['UTF-16 prose with a byte order mark', Buffer.from('\ufeffgrüße an alle', 'utf16le'), 'text'],
  ['UTF-16 LE prose without one', Buffer.from('Hello out there, all of you', 'utf16le'), 'text'],
  ['UTF-16 BE prose without one', utf16be('Hello out there, all of you'), 'text'],
  ['Chinese prose', Buffer.from('这是一个测试。\n'.repeat(9)), 'text'],
  ['a script with comments', Buffer.from('# set up\nset -e\n# run\necho "a, b"\n'), 'text'],
  ['an email with quotes and a list', Buffer.from('> you said\n> that\n\n- one\n- two\n\nBye\n'), 'text'],
  ['xml of any kind', Buffer.from('<?xml version="1.0"?><note>hi</note>'), 'xml'],
  ['a number', Buffer.from('42\n'), 'text'],
  ['broken json', Buffer.from('{"a": 1,'), 'text'],
  ['json', Buffer.from('\ufeff [1, {"a": null}]\n'), 'json'],
  ['a csv', Buffer.from('name,city\n"Doe, Jane",Rome\nBo,Oslo\n'), 'csv'],
  ['a semicolon-separated csv', Buffer.from('a;b;c\r\n1;2;3\r\n4;5;6\r\n'), 'csv'],
  ['a tab-separated table', Buffer.from('a\tb\n1\t2\n3\t4\n'), 'tsv'],
  ['short lines with one comma each', Buffer.from('Hello, you\nGoodbye, me\nWelcome, all\n'), 'text'],
  ['markdown', Buffer.from('# Title\n\nSome **bold** text and [a link](https://x.org).\n'), 'markdown'],
  [
    'markdown that starts with a centered image',
    Buffer.from('<p align="center">\n  <img src="a.svg">\n</p>\n\n# Title\n\nSee [x](https://x.org).\n'),
    'markdown',
  ],
  [
    'an html fragment that starts with its styles',
    Buffer.from('<style>\ntd { color: red }\n</style>\n<table><tr><td>x</td></tr></table>\n'),
    'html',
  ],
  ['an html fragment with a script', Buffer.from('<pre>\n# set up\nnpm ci\n</pre>\n<p>x</p>\n'), 'html'],
  [
    'latex that starts with a comment of its editor',
    Buffer.from('%!TEX root = a\n\\documentclass{a}\n'),
    'latex',
  ],
  [
    'latex in a code page that it declares',
    Buffer.from(
      `\\documentclass{book}\n\\usepackage[cp866]{inputenc}\n${'\x8a\xad\xa8\xa3\xa0\x81\x8d '.repeat(20)}`,
      'latin1',
    ),
    'latex',
  ],
  [
    'an org table with a caption',
    Buffer.from('Text\n\n#+caption: x\n| a | b |\n|---+---|\n| 1 | 2 |\n'),
    'org',
  ],
  ['a table of a text', Buffer.from('Text\n\n| a | b |\n|---+---|\n| 1 | 2 |\n'), 'text'],
  ['an asciidoc table', Buffer.from('Text:\n\n[cols=">,<"]\n|===\n|a |b\n|===\n'), 'asciidoc'],
  ['PostScript', Buffer.from('%!PS-Adobe-3.0\nshowpage\n'), undefined],
  [
    'reStructuredText with words of programs at the start of lines',
    Buffer.from(
      '.. _install:\n\nInstall it\n==========\n\nInstall the\npackage in your system with\nimport tools.\nRun ``npm``.\n',
    ),
    'rst',
  ],
  ['a Go program', Buffer.from('package main\n\nTitle\n=====\n\n.. _a:\n:ref:`x`\n'), 'text'],
  ['html', Buffer.from('<!-- x -->\n<!DOCTYPE html><html><body>x</body></html>'), 'html'],
  ['an html fragment that starts with a heading', Buffer.from('<h2>Title</h2>\n<p>x</p>'), 'html'],
  ['an html fragment after a comment', Buffer.from('<!-- c -->\n<span>x</span> text'), 'html'],
  ['xml without a declaration', Buffer.from('<note><to>A</to></note>\n'), 'xml'],
  ['a feed', Buffer.from('<rss version="2.0"><channel><title>x</title></channel></rss>'), 'xml'],
  ['xml with a name space', Buffer.from('<article xmlns:xlink="urn:x"><front/>'), 'xml'],
  ['a part of XHTML', Buffer.from('<div xmlns="http://www.w3.org/1999/xhtml">x</div>'), 'html'],
  ['a DocBook document type', Buffer.from('<!DOCTYPE book PUBLIC "-//OASIS" "x.dtd">\n<book/>'), 'xml'],
  ['prose that starts with a tag', Buffer.from('<Anna> hello\n<Bo> hi\n'), 'text'],
  ['JSX', Buffer.from('const a = () => (\n  <div>x</div>\n);\n'), 'text'],
  ['Python', Buffer.from('import os\n\ndef f(a, b):\n    # Doc\n    return a\n'), 'text'],
  ['C', Buffer.from('#include <stdio.h>\n\nint main(void) {\n  return 0;\n}\n'), 'text'],
  ['Java', Buffer.from('package a;\n\n/**\n * Doc\n */\npublic class A {\n}\n'), 'text'],
  [
    'SQL',
    Buffer.from(
      'CREATE TABLE a (b INT, c TEXT);\nINSERT INTO a VALUES (1, 2), (2, 3);\nSELECT b, c FROM a;\n',
    ),
    'text',
  ],
  ['a stylesheet', Buffer.from('/* a */\nbody { color: red; }\n.a > b { margin: 0; }\n'), 'text'],
  ['settings', Buffer.from('; c\n[section]\nkey=value\nother=1\n'), 'text'],
  [
    'a log',
    Buffer.from(
      '2026-01-01 10:00:00,123 INFO started, ok\n2026-01-01 10:00:01,456 WARN slow\n2026-01-01 10:00:02,789 INFO done, ok\n',
    ),
    'text',
  ],
  ['a patch', Buffer.from('diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n'), 'text'],
  ['a csv in Latin-1', Buffer.from('name;gr\xf6\xdfe\n\xe4;1,5\nb;2,5\n', 'latin1'), 'csv'],
  ['a csv in UTF-16', Buffer.from('\ufeffa,b\n1,2\n3,4\n', 'utf16le'), 'csv'],
  ['a csv without a header', Buffer.from('1,2,3\n4,5,6\n7,8,9\n'), 'csv'],
  ['an html fragment', Buffer.from('<div class="a">x</div>\n'), 'html'],
  ['svg', Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'],
  ...(['text', 'spreadsheet', 'presentation'] as const).map((kind): [string, Buffer, string] => [
    `OpenDocument ${kind} in one element`,
    Buffer.from(
      `<?xml version="1.0"?>\n<!-- x --><office:document xmlns:office="urn:x" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body/>`,
    ),
    { text: 'fodt', spreadsheet: 'fods', presentation: 'fodp' }[kind],
  ]),
  [
    'an OpenDocument drawing in one element',
    Buffer.from('<office:document office:mimetype="application/vnd.oasis.opendocument.graphics"/>'),
    'text',
  ],
  ['rtf', Buffer.from('{\\rtf1\\ansi hello}'), 'rtf'],
  ['rtf after a byte order mark and spaces', Buffer.from('\ufeff \r\n{\\rtf1\\ansi hello}'), 'rtf'],
  ['an rtf fragment', Buffer.from('{\\pard \\ql \\b My First Heading\\par}\n'), 'rtf'],
  ['a text with commands in braces', Buffer.from('{\\pardon me} and \\textbf{you}'), 'text'],
  ['png', makePng(2), 'png'],
  ['docx', word(`${openXml}.wordprocessingml.document.main+xml`), 'docx'],
  ['docm', word('ms-word.document.macroEnabled.main+xml'), 'docx'],
  ['dotx', word(`${openXml}.wordprocessingml.template.main+xml`), 'docx'],
  ['dotm', word('ms-word.template.macroEnabledTemplate.main+xml'), 'docx'],
  ['xlsx', excel(`${openXml}.spreadsheetml.sheet.main+xml`), 'xlsx'],
  ['xlsm', excel('ms-excel.sheet.macroEnabled.main+xml'), 'xlsx'],
  ['xltx', excel(`${openXml}.spreadsheetml.template.main+xml`), 'xlsx'],
  ['xltm', excel('ms-excel.template.macroEnabled.main+xml'), 'xlsx'],
  ['xlsb', office('xl/workbook.bin', 'ms-excel.sheet.binary.macroEnabled.main'), 'xlsb'],
  [
    'xlsx with backslashes in its names',
    makeZip({ '[Content_Types].xml': '<Types/>', 'xl\\workbook.xml': '<x/>' }),
    'xlsx',
  ],
  ['pptx', powerpoint(`${openXml}.presentationml.presentation.main+xml`), 'pptx'],
  ['pptm', powerpoint('ms-powerpoint.presentation.macroEnabled.main+xml'), 'pptx'],
  ['potx', powerpoint(`${openXml}.presentationml.template.main+xml`), 'pptx'],
  ['potm', powerpoint('ms-powerpoint.template.macroEnabled.main+xml'), 'pptx'],
  ['ppsx', powerpoint(`${openXml}.presentationml.slideshow.main+xml`), 'pptx'],
  ['ppsm', powerpoint('ms-powerpoint.slideshow.macroEnabled.main+xml'), 'pptx'],
  ['a Visio drawing', office('visio/document.xml', 'ms-visio.drawing.main+xml'), undefined],
  ['odt', open('application/vnd.oasis.opendocument.text'), 'odt'],
  ['ott', open('application/vnd.oasis.opendocument.text-template'), 'odt'],
  ['ots', open('application/vnd.oasis.opendocument.spreadsheet-template'), 'ods'],
  ['otp', open('application/vnd.oasis.opendocument.presentation-template'), 'odp'],
  ['epub', open('application/epub+zip'), 'epub'],
  ['a zip of files', makeZip({ 'a.txt': 'hello' }), 'zip'],
  [
    'a zip of files with names of other archives',
    makeZip({ 'index.xml': '<a/>', 'document.json': '{}' }),
    'zip',
  ],
  ['a zip that is cut off', makeZip({ 'a.txt': 'hello', 'b.txt': 'hello' }).subarray(0, 60), 'zip'],
  ['a docx without its content types', makeZip({ 'word/document.xml': '<x/>' }), undefined],
  ['a Java archive', makeZip({ 'META-INF/MANIFEST.MF': 'x', 'a.class': 'x' }), undefined],
  ['an Android app', makeZip({ 'AndroidManifest.xml': 'x', 'classes.dex': 'x' }), undefined],
  ['a Sketch drawing', makeZip({ 'document.json': '{}', 'meta.json': '{}' }), undefined],
  [
    'an Open XML package of another program',
    makeZip({ '[Content_Types].xml': '<Types/>', 'a.xml': '<x/>' }),
    undefined,
  ],
  ['doc', makeCompoundFile('WordDocument'), 'doc'],
  ['xls', makeCompoundFile('Workbook'), 'xls'],
  ['ppt', makeCompoundFile('PowerPoint Document'), 'ppt'],
  ['an xls whose stream is in capitals', makeCompoundFile('WORKBOOK'), 'xls'],
  [
    'an xls with an embedded Word document',
    compoundOf({ 'MBD0/WordDocument': Buffer.from('a'), Workbook: Buffer.from('b') }),
    'xls',
  ],
  ['a worksheet of Excel 2', Buffer.from('0900040002001000', 'hex'), 'xls'],
  ['a worksheet of Excel 4', Buffer.from('09040600000010000000', 'hex'), 'xls'],
  ['an installer', makeCompoundFile('Property'), undefined],
];

describe('detectFormat', () => {
  it.each([
    ['report.xlsx', 'xlsx'],
    ['Slides.PPTX', 'pptx'],
    ['pptx', 'pptx'],
    ['letter.docx', 'docx'],
    ['Slides.ppsx', 'pptx'],
    ['report.XLSM', 'xlsx'],
    ['report.xlsb', 'xlsb'],
    ['notes.txt', 'docx'],
    ['', 'docx'],
  ])('detects an encrypted office document named %j as %s', async (name, format) => {
    const file = makeCompoundFile('EncryptedPackage');

    expect(await detectFormat(file, name)).toBe(format);
  });

  it('ignores the name if the bytes identify the format', async () => {
    expect(await detectFormat(makeCompoundFile('Workbook'), 'letter.docx')).toBe('xls');
  });

  it.each(rows)('detects %s', async (_, bytes, format) => {
    expect(await detectFormat(bytes)).toBe(format);
  });

  it('reads only part of a long text', async () => {
    const long = Buffer.from('Ein schöner Satz für die Probe, ganz ohne Form.\n'.repeat(200_000));

    expect(await detectFormat(long)).toBe('text');
  });

  // Each took seconds to minutes with a backtracking pattern; a timeout here means that one is back.
  it.each([
    ['40 comments', `${'<!---->'.repeat(40)}x`],
    ['comments that fill the sample', `${'<!---->'.repeat(20_000)}x`],
    ['unterminated comments', '<!--'.repeat(16_000)],
    ['unterminated declarations', '<?xml '.repeat(10_000)],
    ['unterminated document types', '<!doctype svg'.repeat(5_000)],
    ['opening brackets', '['.repeat(64 * 1024)],
    ['unterminated links', '[a](/'.repeat(13_000)],
    ['unterminated images', '![](a'.repeat(13_000)],
    ['unterminated bold text', ' **a'.repeat(16_000)],
    ['unterminated code', ' `a'.repeat(20_000)],
    ['table rows', '|a|\n|-'.repeat(10_000)],
    ['unterminated quotes', 'a,"'.repeat(20_000)],
    ['unterminated tags', '<p '.repeat(20_000)],
    ['a long key in a json object', `{"${'\\"'.repeat(200_000)}`],
  ])('reads %s in linear time', async (_, text) => {
    expect(await detectFormat(Buffer.from(text))).toBe('text');
  });

  it('detects a json object longer than its sample', async () => {
    expect(await detectFormat(Buffer.from(`{"a\\"b" : "${'x'.repeat(300_000)}"}`))).toBe('json');
  });
});
