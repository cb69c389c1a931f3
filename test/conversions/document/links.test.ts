import { describe, expect, it } from 'vitest';
import { docxReader } from '../../../lib/conversions/formats/docx/reader.ts';
import { docxWriter } from '../../../lib/conversions/formats/docx/writer.ts';
import { epubReader } from '../../../lib/conversions/formats/epub/reader.ts';
import { epubWriter } from '../../../lib/conversions/formats/epub/writer.ts';
import { htmlReader } from '../../../lib/conversions/formats/html/reader.ts';
import { htmlWriter } from '../../../lib/conversions/formats/html/writer.ts';
import { markdownReader } from '../../../lib/conversions/formats/markdown/reader.ts';
import { markdownWriter } from '../../../lib/conversions/formats/markdown/writer.ts';
import { odtReader } from '../../../lib/conversions/formats/odt/reader.ts';
import { odtWriter } from '../../../lib/conversions/formats/odt/writer.ts';
import { rtfReader } from '../../../lib/conversions/formats/rtf/reader.ts';
import type { Format } from '../../../lib/conversions/formats.ts';
import { docxOf } from '../office-files.ts';
import { runEngines } from '../run-engines.ts';

const engines = [
  docxReader,
  docxWriter,
  epubReader,
  epubWriter,
  htmlReader,
  htmlWriter,
  markdownReader,
  markdownWriter,
  odtReader,
  odtWriter,
  rtfReader,
];

const convert = async (input: Uint8Array, from: Format, to: Format): Promise<Uint8Array> =>
  (await runEngines(input, { from, operation: 'convert', to }, { engines })).bytes;

const toMarkdown = async (input: Uint8Array, from: Format): Promise<string> => {
  const request = { from, operation: 'extract', to: 'markdown' } as const;
  return Buffer.from((await runEngines(input, request, { engines })).bytes).toString();
};

const bookmark = (name: string): string =>
  `<w:bookmarkStart w:id="1" w:name="${name}"/><w:bookmarkEnd w:id="1"/>`;
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const field = (instruction: string, shown: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const word = docxOf(
  [
    `<w:p><w:hyperlink w:anchor="_Toc1">${run('To the terms')}</w:hyperlink>${run(', ')}${field(' HYPERLINK \\l "clause" ', 'the clause')}${run(', ')}${field(' REF gone \\h ', 'nowhere')}</w:p>`,
    `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${bookmark('_Toc1')}${run('Terms of Use')}</w:p>`,
    `<w:p>${bookmark('_GoBack')}${bookmark('clause')}${run('A clause')}</w:p>`,
  ].join(''),
);

const markdown = `[To the terms](#terms-of-use), [the clause](#clause), nowhere

# Terms of Use

<a id="clause"></a>A clause
`;

const html = `<p><a href="#t">To the terms</a>, <a href="#clause">the clause</a>, <a href="#gone">nowhere</a></p>
<h1 id="t">Terms of Use</h1><p id="unused"><span id="clause">A clause</span></p>`;

const rtf = String.raw`{\rtf1{\stylesheet{\s1\outlinelevel0 heading 1;}}
{\field{\*\fldinst HYPERLINK \\l "t"}{\fldrslt To the terms}}, {\field{\*\fldinst HYPERLINK \\l "clause"}{\fldrslt the clause}}, {\field{\*\fldinst REF gone \\h}{\fldrslt nowhere}}\par
\pard\s1\outlinelevel0 {\*\bkmkstart t}Terms of Use{\*\bkmkend t}\par\pard\plain {\*\bkmkstart clause}{\*\bkmkend clause}A clause\par}`;

describe('links inside a document', () => {
  it.each<[Format, Uint8Array]>([
    ['docx', word],
    ['html', Buffer.from(html)],
    ['markdown', Buffer.from(markdown)],
    ['rtf', Buffer.from(rtf)],
  ])('of %s lead to headings and to other places', async (from, input) => {
    expect(await toMarkdown(input, from)).toBe(markdown);
  });

  it.each<Format>(['docx', 'odt', 'html', 'epub'])('survive a round trip through %s', async (format) => {
    const written = await convert(Buffer.from(markdown), 'markdown', format);

    expect(await toMarkdown(written, format)).toBe(markdown);
  });

  it('lead from one file of a book to another', async () => {
    const book = await convert(
      Buffer.from('# One\n\n[next](#two)\n\n# Two\n\n- [item](#last)\n- <a id="last"></a>end\n'),
      'markdown',
      'epub',
    );

    expect(await toMarkdown(book, 'epub')).toBe(
      '# One\n\n[next](#two)\n\n# Two\n\n- [item](#last)\n- <a id="last"></a>end\n',
    );
  });

  it('keep names that are no names elsewhere', async () => {
    const page = '<p><a href="#a%20b&quot;%3E">go</a></p><table id="a b&quot;>"><tr><td>x<td>y</table>';
    const written = await toMarkdown(Buffer.from(page), 'html');

    expect(written).toContain('[go](#place-a-b-)');
    expect(written).toContain('<a id="place-a-b-"></a>\n\n| x | y |');
  });
});
