import { charactersOf, chooseFonts } from '../../../backends/fonts/font-coverage.ts';
import { fonts } from '../../../backends/fonts/fonts.ts';
import { directionOf, leadingFonts } from '../../../backends/fonts/leading-font.ts';
import { codePoints, warnAboutMissing } from '../../../backends/fonts/missing-glyphs.ts';
import { typesetPdf } from '../../../backends/typst/typst-compiler.ts';
import type { textPageOptions } from '../../../engine/options.ts';
import type { ConvertRequest, FileResult } from '../../../engine/role.ts';
import { ConversionError } from '../../../errors.ts';
import { prepareText } from './prepare-text.ts';
import { MAX_TYPST_CHARACTERS } from './text-limits.ts';
import { standardError, standardRefusal } from './typesetting/standard-error.ts';
import { pageTemplate } from './typesetting/typst-template.ts';
import { groupLines } from './typst-line.ts';

// The text of the document is passed as data and shown only as strings, never evaluated as markup or code.
const TEMPLATE = `#let data = json(bytes(sys.inputs.data))
#set document(title: data.title, date: if data.dated { datetime(year: 1970, month: 1, day: 1) } else { none })
#set text(font: data.fonts, fallback: false, size: data.size * 1pt, lang: data.lang, hyphenate: false, top-edge: 0.9em, bottom-edge: -0.3em, costs: (widow: 0%, orphan: 0%))
#set par(leading: 0.16em, spacing: 0.16em, justify: false)
${pageTemplate}#for (index, section) in data.sections.enumerate() {
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

/** Typesets plain text in any script. */
export async function typesetText(
  input: Uint8Array,
  { options, filename }: ConvertRequest<typeof textPageOptions, 'text', 'pdf'>,
): Promise<FileResult> {
  const text = prepareText(input, options, filename);
  const lines = text.sections.flat();
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  if (characters > MAX_TYPST_CHARACTERS) {
    const message = `The text has ${characters} characters; the limit for one PDF in these scripts is ${MAX_TYPST_CHARACTERS}. Split the file.`;
    throw new ConversionError('too_complex', message);
  }
  const { names, language, missing } = chooseFonts(
    charactersOf([...lines, JSON.stringify(text.page)]),
    text.isMono ? ['mono', 'sans'] : ['sans', 'mono'],
  );
  const { standard } = text;
  if (standard !== undefined && missing.length > 0)
    throw standardRefusal(standard, `no font has its characters ${codePoints(missing)}`);
  const data = JSON.stringify({
    title: text.title ?? null,
    // PDF/A requires a date.
    dated: text.standard !== undefined,
    page: text.page,
    rtl: directionOf(lines.find((line) => line !== '') ?? '').rtl === true,
    size: text.fontSize,
    fonts: names.map((name) => fonts[name].family),
    leads: leadingFonts(names),
    lang: language ?? 'en',
    sections: text.sections.map(groupLines),
  });
  try {
    const { bytes, pages } = typesetPdf(TEMPLATE, data, { standard });
    return { bytes, pages, warnings: [...text.warnings, ...warnAboutMissing(missing)] };
  } catch (error) {
    throw (standard === undefined ? undefined : standardError(error, standard)) ?? error;
  }
}
