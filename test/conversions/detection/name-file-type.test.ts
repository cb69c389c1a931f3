import { describe, expect, it } from 'vitest';
import { describeUnsupported } from '../../../lib/conversions/detection/name-file-type.ts';
import { makeCompoundFile, makeZip } from '../sample-files.ts';

const hex = (start: string): Buffer => Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(100)]);
const emf = Buffer.alloc(108);
emf.writeUInt32LE(1);
emf.write(' EMF', 40);

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
    ['a file of type application/vnd.tcpdump.pcap', hex('d4c3b2a1')],
  ])('names %s', async (name, bytes) => {
    expect(await describeUnsupported(bytes)).toBe(`${name}, which is not supported`);
  });

  it('says that a type is unknown', async () => {
    expect(await describeUnsupported(Buffer.from([1, 2, 3, 0xff, 0xfe]))).toBe(
      'not of a file type that is known',
    );
  });
});
