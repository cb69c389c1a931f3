import { ConversionError } from '../../errors.ts';
import { fileContent } from '../content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { pageOptions } from '../options.ts';
import { charactersOf, chooseFonts } from '../text/font-coverage.ts';
import { fonts } from '../text/fonts.ts';
import { leadingFonts } from '../text/leading-font.ts';
import { warnAboutMissing } from '../text/missing-glyphs.ts';
import { prepareText } from '../text/prepare-text.ts';
import { typesetPdf, typstPackage } from '../text/typst-compiler.ts';
import { groupLines } from '../text/typst-line.ts';

const MAX_CHARACTERS = 2_000_000;

// The document's text comes in as data and is only ever shown as a string: nothing in it is read as markup or code.
const TEMPLATE = `#let data = json(bytes(sys.inputs.data))
#set document(title: data.title, date: none)
#set page(
  width: data.width * 1pt, height: data.height * 1pt, margin: data.margin * 1pt,
  numbering: if data.numbers { "1" } else { none },
)
#set text(font: data.fonts, fallback: false, size: data.size * 1pt, lang: data.lang, hyphenate: false, top-edge: 0.9em, bottom-edge: -0.3em, costs: (widow: 0%, orphan: 0%))
#set par(leading: 0.16em, spacing: 0.16em, justify: false)
#for (index, section) in data.sections.enumerate() {
  if index > 0 { pagebreak() }
  for group in section {
    if group.parts.len() == 0 { block(height: 1.2em, spacing: 0.16em) } else {
      set text(dir: rtl) if "rtl" in group
      par(for part in group.parts {
        if type(part) == str { part } else if part == 0 { box() } else { text(font: data.leads.at(part.first()), part.last()) }
      })
    }
  }
}
`;

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const input = fileContent(content);
  const text = prepareText(input, request.options, request.filename);
  const lines = text.sections.flat();
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  if (characters > MAX_CHARACTERS) {
    const message = `The text has ${characters} characters; of a text in its scripts ${MAX_CHARACTERS} can be put into one PDF. Split the file.`;
    throw new ConversionError('too_complex', message);
  }
  const { names, language, missing } = await chooseFonts(
    charactersOf(lines),
    text.isMono ? ['mono', 'sans'] : ['sans', 'mono'],
  );
  const data = JSON.stringify({
    title: text.title ?? null,
    width: text.width,
    height: text.height,
    margin: text.margin,
    size: text.fontSize,
    numbers: text.pageNumbers,
    fonts: names.map((name) => fonts[name].family),
    leads: leadingFonts(names),
    lang: language ?? 'en',
    sections: text.sections.map(groupLines),
  });
  const { bytes, pages } = typesetPdf(TEMPLATE, data);
  return { content: bytes, report: { pages, warnings: [...text.warnings, ...warnAboutMissing(missing)] } };
}

/** Text of any script to pdf: shaping, both directions and fallback fonts. */
export const typst: Engine = {
  name: 'typst',
  package: typstPackage,
  edges: [{ from: 'text', operation: 'convert', to: 'pdf' }],
  options: pageOptions,
  limits: { maxCharacters: MAX_CHARACTERS },
  convert,
};
