import { describe, expect, it } from 'vitest';
import type { Format } from '../../../lib/conversions/formats.ts';
import { extract } from '../../../lib/conversions/index.ts';
import { docContents, pptContents } from './binary-contents.ts';
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
import { odpContents, pptxContents } from './slide-contents.ts';
import { odtContents, rtfContents } from './text-contents.ts';

const contents: readonly (readonly [Format, readonly Content[]])[] = [
  ['docx', docxContents],
  ['odt', odtContents],
  ['rtf', rtfContents],
  ['pptx', pptxContents],
  ['odp', odpContents],
  ['doc', docContents],
  ['ppt', pptContents],
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
