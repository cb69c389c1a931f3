import { describe, expect, it } from 'vitest';
import { describeUnsupported } from '../../../lib/conversions/detection/name-file-type.ts';
import { makeCompoundFile, makeZip } from '../sample-files.ts';

const hex = (start: string): Buffer => Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(100)]);
const emf = Buffer.alloc(108);
emf.writeUInt32LE(1);
emf.write(' EMF', 40);

const tar = Buffer.alloc(1024);
tar.write('a.txt');
tar.write('0000644\x000000000\x000000000\x0000000000005\x0000000000000\x00', 100, 'latin1');
tar.write('ustar\x0000', 257, 'latin1');
let sum = 8 * 0x20;
for (const [at, byte] of tar.subarray(0, 512).entries()) if (at < 148 || at > 155) sum += byte;
tar.write(`${sum.toString(8).padStart(6, '0')}\x00 `, 148, 'latin1');

describe('describeUnsupported', () => {
  it.each([
    ['a Visio drawing', makeCompoundFile('VisioDocument')],
    ['a Publisher document', makeCompoundFile('Quill')],
    ['an OLE file of an unknown program', makeCompoundFile('Contents')],
    ['an InDesign document', makeZip({ 'designmap.xml': '<x/>' })],
    ['a ZIP archive', makeZip({ 'a.txt': 'hello' })],
    ['a OneNote section', hex('e4525c7b8cd8a74daeb15378d02996d3')],
    ['a WordPerfect document', hex('ff575043')],
    ['an EMF drawing', emf],
    ['a WMF drawing', hex('d7cdc69a')],
    ['a gzip archive', hex('1f8b08')],
    ['a PostScript document', Buffer.from('%!PS-Adobe-3.0\n%%Pages: 1\nshowpage\n')],
    ['an EPS drawing', hex('c5d0d3c6')],
    ['a RAR archive', hex('526172211a0700')],
    ['a 7-Zip archive', hex('377abcaf271c')],
    ['a bzip2 archive', hex('425a6839314159265359')],
    ['an XZ archive', hex('fd377a585a00')],
    ['a Zstandard archive', hex('28b52ffd')],
    ['a tar archive', tar],
    ['a disk image', Buffer.concat([Buffer.alloc(1000), Buffer.from('koly'), Buffer.alloc(508)])],
    ['a Windows program', hex('4d5a9000')],
    ['a program', hex('7f454c46')],
    ['an audio recording', hex('fffb9064')],
    ['an audio recording', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['a video', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')],
    ['a font', hex('00010000000a00800003002047444546')],
    ['a font', hex('774f463200010000')],
    ['a Photoshop image', hex('38425053')],
    ['an AutoCAD drawing', Buffer.from(`AC1032${'\0'.repeat(90)}`)],
    ['a Mobipocket book', Buffer.concat([Buffer.alloc(60), Buffer.from('BOOKMOBI'), Buffer.alloc(40)])],
    ['a DjVu document', Buffer.from(`AT&TFORM\0\0\0\x10DJVMDIRM${'\0'.repeat(60)}`)],
    ['a Parquet table', Buffer.from(`PAR1${'\x15\0'.repeat(40)}PAR1`)],
    ['an SQLite database', Buffer.from(`SQLite format 3\0${'\0'.repeat(100)}`)],
    ['an Access database', Buffer.from(`\0\x01\0\0Standard ACE DB\0${'\0'.repeat(80)}`)],
    ['an Outlook attachment container (winmail.dat)', hex('789f3e22')],
    ['an Outlook mailbox', hex('2142444e')],
    ['a Hangul document', makeCompoundFile('BodyText')],
    ['an XPS document', makeZip({ 'FixedDocumentSequence.fdseq': '<x/>' })],
    ['a Sketch drawing', makeZip({ 'document.json': '{}', 'meta.json': '{}' })],
    ['an Apple Pages, Numbers or Keynote document', makeZip({ 'Index/Document.iwa': 'x' })],
    ['a calendar', Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')],
    ['a contact card', Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n')],
    ['a file of type application/vnd.tcpdump.pcap', hex('d4c3b2a1')],
  ])('names %s', async (name, bytes) => {
    expect(await describeUnsupported(bytes)).toBe(`${name}, which is not supported`);
  });

  it('says that a type is unknown', async () => {
    expect(await describeUnsupported(Buffer.from([1, 2, 3, 0xff, 0xfe]))).toBe(
      'of a type that could not be identified',
    );
  });
});
