import { describe, expect, it } from 'vitest';
import type { Format } from '../../../lib/conversions/formats.ts';
import { convert, extract } from '../../../lib/conversions/index.ts';
import { docContents } from './binary-contents.ts';
import type { Content } from './content.ts';
import { docxContents } from './docx-contents.ts';
import { emlContents, mhtmlContents, msgContents } from './mail-contents.ts';
import {
  asciidocContents,
  htmlContents,
  latexContents,
  markdownContents,
  orgContents,
  rstContents,
} from './markup-contents.ts';
import { epubContents, ipynbContents, srtContents, vttContents, zipContents } from './page-contents.ts';
import { pdfContents } from './pdf-contents.ts';
import { odpContents, pptxContents } from './slide-contents.ts';
import { odtContents, rtfContents } from './text-contents.ts';

const contents: readonly (readonly [Format, readonly Content[]])[] = [
  ['docx', docxContents],
  ['odt', odtContents],
  ['rtf', rtfContents],
  ['pptx', pptxContents],
  ['odp', odpContents],
  ['doc', docContents],
  ['eml', emlContents],
  ['msg', msgContents],
  ['mhtml', mhtmlContents],
  ['html', htmlContents],
  ['markdown', markdownContents],
  ['rst', rstContents],
  ['org', orgContents],
  ['latex', latexContents],
  ['asciidoc', asciidocContents],
  ['epub', epubContents],
  ['ipynb', ipynbContents],
  ['srt', srtContents],
  ['vtt', vttContents],
  ['zip', zipContents],
  ['pdf', pdfContents],
];

const targets = ['markdown', 'document'] as const;
const cases = contents.flatMap(([from, list]) =>
  list.flatMap((content) => targets.map((format) => ({ from, format, ...content }))),
);

/** The result and its warnings as one text. */
async function shownIn({ file }: Content, from: Format, format: (typeof targets)[number]): Promise<string> {
  const { bytes, report } = await extract(file, { from, format });
  return `${Buffer.from(bytes).toString()}\n${report.warnings.join('\n')}`;
}

describe('each content of a document is in the result or in a warning', () => {
  it.each(cases.filter(({ leftOut, format }) => leftOut?.[format] === undefined))(
    '$from to $format: $name',
    async ({ from, format, ...content }) => {
      expect(await shownIn(content, from, format)).toMatch(new RegExp(content.word, 'i'));
    },
  );
});

describe('each content of a PDF is in its plain text or in a warning', () => {
  it.each(pdfContents.filter(({ leftOut }) => leftOut?.markdown === undefined))(
    '$name',
    async ({ file, word }) => {
      const { bytes, report } = await convert(file, { from: 'pdf', to: 'text' });

      expect(`${Buffer.from(bytes).toString()}\n${report.warnings.join('\n')}`).toMatch(
        new RegExp(word, 'i'),
      );
    },
  );
});

const signed = pdfContents.filter(({ name }) => name === 'a signature');
const beside = pdfContents.filter(({ name }) =>
  ['an attached file', 'a form in XML', 'a script'].includes(name),
);

describe('parts of a PDF beside its pages', () => {
  it.each(
    [...signed, ...beside].flatMap((content) =>
      (['text', 'docx', 'html', 'png'] as const).map((to) => ({ to, ...content })),
    ),
  )('are named in a warning: pdf to $to, $name', async ({ to, file, word }) => {
    const { report } = await convert(file, { from: 'pdf', to });

    expect(report.warnings.join()).toMatch(new RegExp(word));
  });

  it.each(signed)('are named if an operation makes them invalid: $name', async ({ file }) => {
    const { report } = await convert(file, { from: 'pdf', to: 'pdf', options: { compress: 'lossless' } });

    expect(report.warnings).toEqual([
      'The PDF was signed. The operation invalidates its signatures, so have the result signed again.',
    ]);
  });
});
