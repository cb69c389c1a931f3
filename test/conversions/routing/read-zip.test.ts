import { describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../../lib/conversions/engine/engine.ts';
import { textReader } from '../../../lib/conversions/formats/text/reader.ts';
import { documentExtractor } from '../../../lib/conversions/hubs/extractors.ts';
import { convert, extract, read } from '../../../lib/conversions/index.ts';
import { createContainerReaders } from '../../../lib/conversions/routing/container-readers.ts';
import { createRouteTable } from '../../../lib/conversions/routing/routes.ts';
import { runPlan } from '../../../lib/conversions/routing/run-plan.ts';
import { makeZip } from '../../../lib/conversions/shared/zip/make-zip.ts';
import { docxOf, paragraph, tinyPng, zipOf } from '../office-files.ts';
import { compoundOf } from '../shared/compound-file/compound-of.ts';
import { eml } from '../small-files.ts';

type Files = readonly (readonly [name: string, content: string | Uint8Array])[];

/** An archive whose names may be equal. */
const archiveOf = (files: Files): Buffer =>
  Buffer.from(makeZip(files.map(([name, content]) => ({ name, bytes: Buffer.from(content) }))));

const docx = docxOf(
  `${paragraph('Tides', '<w:outlineLvl w:val="0"/>')}${paragraph('High water comes twice a day.')}`,
  { '[Content_Types].xml': '<Types/>' },
);
const csv = 'day,metres\nMon,3.20\nTue,1.05\n';
const binary = Buffer.from([1, 2, 3, 0xff, 0xfe, 0, 0, 7]);

const markdownOf = async (file: Uint8Array): Promise<string> =>
  Buffer.from((await convert(file, { to: 'markdown' })).bytes).toString();
const namesIn = async (files: Files): Promise<(string | null)[]> =>
  (await read(archiveOf(files))).sections.map(({ title }) => title);

/** Marks the files of an archive as encrypted, in its directory. */
function encrypted(archive: Buffer): Buffer {
  const file = Buffer.from(archive);
  for (let at = file.indexOf('PK\x01\x02'); at >= 0; at = file.indexOf('PK\x01\x02', at + 4))
    file.writeUInt16LE(file.readUInt16LE(at + 8) | 1, at + 8);
  return file;
}

describe('an archive of documents', () => {
  it('becomes one document with a heading for each file and its headings below', async () => {
    const file = archiveOf([
      ['guide/tides.docx', docx],
      ['tides.csv', csv],
    ]);

    expect(await markdownOf(file)).toBe(
      '# guide/tides.docx\n\n## Tides\n\nHigh water comes twice a day.\n\n# tides.csv\n\n| day | metres |\n| --- | --- |\n| Mon | 3.20 |\n| Tue | 1.05 |\n',
    );
  });

  it('lists its files as sections with their blocks', async () => {
    const { format, blocks, sections, attachments } = await read(
      archiveOf([
        ['a.md', '# One\n\ntext'],
        ['x.bin', binary],
        ['b.md', 'other'],
      ]),
    );

    expect(format).toBe('zip');
    expect(sections).toMatchObject([
      { kind: 'file', number: 1, title: 'a.md', first_block: 0, block_count: 3 },
      { kind: 'file', number: 3, title: 'b.md' },
    ]);
    expect(blocks[sections[1]?.first_block ?? 0]).toMatchObject({ kind: 'heading', level: 1 });
    expect(attachments).toEqual([{ name: 'x.bin', mime_type: 'application/octet-stream', bytes: 8 }]);
  });

  it('puts the path of the file first in the path of its chunks', async () => {
    const { bytes } = await extract(archiveOf([['a/b.md', `# One\n\n${'- text\n'.repeat(400)}`]]), {
      format: 'chunks',
    });
    const chunks: { path: string[] }[] = JSON.parse(Buffer.from(bytes).toString());

    expect(chunks.at(-1)?.path).toEqual(['a/b.md', 'One']);
  });

  it('keeps the images, notes and links of each file', async () => {
    const image = `<img alt="dot" src="data:image/png;base64,${Buffer.from(tinyPng).toString('base64')}">`;
    const page = (word: string): string =>
      `<html><body><h1 id="x">${word}</h1><p>see <a href="#x">${word} above</a> ${image}</p></body></html>`;
    const document = await read(
      archiveOf([
        ['a.html', page('One')],
        ['n.md', '# One\n\n- a\n- b\n\n**text**[^1]\n\n[^1]: first note\n'],
        ['b.html', page('Two')],
        ['m.md', '# Two\n\n- a\n- b\n\n**text**[^1]\n\n[^1]: second note\n'],
      ]),
    );
    const text = JSON.stringify(document.blocks);

    expect(document.images).toHaveLength(2);
    expect(text).toContain('"image":0');
    expect(text).toContain('"image":1');
    expect(JSON.stringify(document.notes[1])).toContain('second note');
    expect(text).toContain('"note":1');
    const hrefs = [...text.matchAll(/"href":"#([^"]+)"/g)].map(([, id]) => id);
    const ids = document.blocks.map(({ id }) => id).filter((id) => id !== undefined);
    expect(new Set(hrefs).size).toBe(2);
    expect(ids).toEqual(expect.arrayContaining(hrefs));
  });

  it('converts to formats with pages and to tables', async () => {
    const file = archiveOf([
      ['a.docx', docx],
      ['b.csv', csv],
    ]);

    const pdf = await convert(file, { to: 'pdf' });
    const tables = await convert(file, { to: 'csv' });

    expect(pdf.report.pages).toBe(2);
    expect(Buffer.from(tables.bytes).toString()).toContain('Mon,3.20');
  });

  it('reads messages with the names of their attachments', async () => {
    const { attachments } = await read(archiveOf([['mail.eml', eml]]));

    expect(attachments).toMatchObject([{ name: 'mail.eml/plan.pdf' }]);
  });
});

describe('the names of files', () => {
  it('stay in the archive and have no control characters', async () => {
    expect(
      await namesIn([
        ['../../etc/a.txt', 'one'],
        ['/b\n\u202e.txt', 'two'],
        ['c\\..\\d.txt', 'three'],
        ['..', 'four'],
      ]),
    ).toEqual(['etc/a.txt', 'b.txt', 'c/d.txt', 'unnamed']);
  });

  it('are numbered if they are equal, and each file is read', async () => {
    const text = await markdownOf(
      archiveOf([
        ['a.txt', 'one'],
        ['a.txt', 'two'],
        ['a.txt (2)', 'three'],
      ]),
    );

    expect(text).toMatch(/# a\.txt\n\none\n\n# a\.txt \(2\)\n\ntwo\n\n# a\.txt \(2\) \(2\)\n\nthree/);
  });

  it('leave out folders and the files of operating systems', async () => {
    expect(
      await namesIn([
        ['docs/', ''],
        ['docs/a.txt', 'one'],
        ['__MACOSX/docs/._a.txt', 'x'],
        ['docs/.DS_Store', 'x'],
        ['Thumbs.db', 'x'],
      ]),
    ).toEqual(['docs/a.txt']);
  });
});

describe('files that cannot be read', () => {
  const rows: readonly (readonly [title: string, content: Uint8Array, reason: string])[] = [
    ['of an unknown type', binary, 'of a type that could not be identified'],
    ['an archive', archiveOf([['inner.txt', 'inner text']]), 'A zip file in an archive is not read'],
    [
      'a format that only LibreOffice reads',
      compoundOf({ 'PowerPoint Document': Buffer.alloc(20) }),
      'A ppt file in an archive is not read. Convert it separately.',
    ],
    ['a Java archive', zipOf({ 'META-INF/MANIFEST.MF': 'x' }), 'a Java archive, which is not supported'],
    ['empty', Buffer.alloc(0), 'The file is empty'],
    ['damaged', Buffer.from(docx.subarray(0, 200)), ''],
  ];

  it.each(rows)('are in a warning and do not lose the others: %s', async (_, content, reason) => {
    const file = archiveOf([
      ['bad', content],
      ['good.txt', 'still here'],
    ]);

    const { bytes, report } = await convert(file, { to: 'text' });

    expect(Buffer.from(bytes).toString()).toBe('good.txt\n\nstill here\n');
    expect(report.warnings).toEqual([expect.stringMatching(/^bad: /)]);
    expect(report.warnings[0]).toContain(reason);
  });

  it('are refused with the first reasons if there is nothing else', async () => {
    const bad = Array.from({ length: 5 }, (_, at) => [`${at}.bin`, binary] as const);

    await expect(convert(archiveOf(bad), { to: 'text' })).rejects.toMatchObject({
      code: 'unsupported_content',
      message: expect.stringMatching(/^No file of the archive could be read\. 0\.bin: .*first 3 of 5 files/),
    });
  });

  it('are refused as encrypted if all are', async () => {
    const file = encrypted(archiveOf([['a.txt', 'secret']]));

    await expect(convert(file, { to: 'text' })).rejects.toMatchObject({
      code: 'encrypted_document',
      message: expect.stringContaining('a.txt: The file is password-protected'),
    });
  });

  it('are counted beyond the warnings that are listed', async () => {
    const bad = Array.from({ length: 60 }, (_, at) => [`${at}.bin`, binary] as const);

    const { report } = await convert(archiveOf([...bad, ['a.txt', 'text']]), { to: 'text' });

    expect(report.warnings).toHaveLength(51);
    expect(report.warnings.at(-1)).toBe('10 further warnings were left out.');
  });

  it('do not lose the others if their reader throws an unforeseen error, which is reported', async () => {
    const faulty: Engine = {
      ...textReader,
      convert: async (content, request) => {
        if (Buffer.from(content as Uint8Array).includes('fault')) throw new Error('a bug');
        return await textReader.convert(content, request);
      },
    };
    const engines = [faulty, documentExtractor];
    const target = { operation: 'extract', to: 'text' } as const;
    const routes = createRouteTable([...engines, ...createContainerReaders(engines)]).between('zip', target);
    const onFailure = vi.fn();
    const file = archiveOf([
      ['bad.txt', 'a fault'],
      ['good.txt', 'still here'],
    ]);

    const { bytes, report } = await runPlan(
      file,
      { from: 'zip', target, options: {}, routes },
      { onFailure },
    );

    expect(Buffer.from(bytes).toString()).toContain('still here');
    expect(report.warnings).toEqual([expect.stringMatching(/^bad\.txt: /)]);
    expect(onFailure).toHaveBeenCalledTimes(1);
  });
});

describe('limits', () => {
  const many = (count: number): Files => Array.from({ length: count }, (_, at) => [`${at}.txt`, 'word']);

  it('accept 200 files and refuse 201', async () => {
    expect(await namesIn(many(200))).toHaveLength(200);
    await expect(convert(archiveOf(many(201)), { to: 'text' })).rejects.toMatchObject({
      code: 'too_complex',
      message: 'The archive has 201 files; the limit is 200. Split it.',
    });
  });

  it('refuse a file that unpacks to far more than its size', async () => {
    const bomb = archiveOf([
      ['a.txt', 'text'],
      ['bomb.txt', Buffer.alloc(20 * 1024 * 1024)],
    ]);

    await expect(convert(bomb, { to: 'text' })).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('refuse an archive without files, and one that is cut off', async () => {
    await expect(convert(archiveOf([]), { to: 'text', from: 'zip' })).rejects.toMatchObject({
      code: 'empty_document',
      message: 'The archive contains no files.',
    });
    await expect(
      convert(archiveOf([['a.txt', 'text']]).subarray(0, 40), { to: 'text' }),
    ).rejects.toMatchObject({ code: 'corrupt_document' });
  });
});
