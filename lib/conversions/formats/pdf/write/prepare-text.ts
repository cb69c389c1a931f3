import type * as z from 'zod';
import { streamSafe } from '../../../backends/fonts/stream-safe.ts';
import { fileStem } from '../../../document/title.ts';
import type { textPageOptions } from '../../../engine/options.ts';
import { needsMono } from '../../../shared/text/needs-mono.ts';
import { readTextFile } from '../../../shared/text/read-text-file.ts';
import { type PageData, pageData } from './typesetting/page-data.ts';

/** A text ready for layout. Lengths in points (1/72 inch). */
export interface PreparedText {
  /** Lines of each section between form feeds, without tabs and control characters. */
  readonly sections: readonly (readonly string[])[];
  readonly isMono: boolean;
  readonly title: string | undefined;
  readonly page: PageData;
  readonly fontSize: number;
  readonly pageNumbers: boolean;
  readonly standard: string | undefined;
  readonly warnings: readonly string[];
}

const TAB_COLUMNS = 8;
// At this size 80 columns of 0.6 em, the usual width of plain text, fill an A4 page with margins of 20 mm.
const MONO_SIZE = 10;
const SANS_SIZE = 11;

/** Control characters, and invisible characters that only affect line breaking. */
const INVISIBLE = /[\p{Cc}\u00ad\u200b\u2060\ufeff]/gu;

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  for (const part of line.split(/(\t)/)) {
    const columns = [...expanded].length;
    expanded += part === '\t' ? ' '.repeat(TAB_COLUMNS - (columns % TAB_COLUMNS)) : part;
  }
  return expanded;
}

type TextPageOptions = z.output<typeof textPageOptions>;

/** Reads a text file for `text` to `pdf`. Throws like {@link readTextFile}. */
export function prepareText(
  input: Uint8Array,
  options: Omit<TextPageOptions, 'pdf_standard'> & Partial<Pick<TextPageOptions, 'pdf_standard'>>,
  filename: string | undefined,
): PreparedText {
  const { encoding, font, font_size, page_numbers, pdf_standard = 'none' } = options;
  const { text, warnings } = readTextFile(input, encoding);
  const lines = text.split('\n');
  const isMono = font === 'mono' || (font === 'auto' && needsMono(lines));
  const clean = (line: string): string =>
    streamSafe(expandTabs(line).replaceAll(INVISIBLE, '')).normalize('NFC').trimEnd();
  // A form feed ends a page. A trailing one adds no empty page.
  const parts = text.trimEnd().split('\f');
  const title = fileStem(filename) || undefined;
  return {
    sections: parts.map((part) =>
      part
        .replace(/^\n|\n$/g, '')
        .split('\n')
        .map(clean),
    ),
    isMono,
    title,
    page: pageData(options, title ?? ''),
    fontSize: font_size ?? (isMono ? MONO_SIZE : SANS_SIZE),
    pageNumbers: page_numbers,
    standard: pdf_standard === 'none' ? undefined : pdf_standard,
    warnings,
  };
}
