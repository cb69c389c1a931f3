import { endOfJsonString } from '../base/json-string.ts';
import { endOfProlog } from '../base/markup-prolog.ts';
import { nameTable } from '../base/name-table.ts';
import type { Format } from '../formats.ts';

// Detection reads at most these samples, which bounds its time for any file.
const MARKUP_SAMPLE_CHARACTERS = 16 * 1024;
const LINES_SAMPLE_CHARACTERS = 64 * 1024;

const HTML_ROOT = /^<(?:!doctype\s+html|html[\s>])/i;
const HTML_FRAGMENT =
  /^\s*<(?:head|body|div|p|h1|table|ul|section|article|main)(?:\s[^<>]*)?>[\s\S]*<\/[a-z]/i;
const flatFormats: Readonly<Record<string, Format>> = nameTable({
  text: 'fodt',
  spreadsheet: 'fods',
  presentation: 'fodp',
});

const SVG_ROOT = /^(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i;

// OpenDocument 1.3, part 3, 3.1.2 and 19.385: a document of one element states its media type.
const FLAT_ROOT = /^<(?:[\w-]+:)?document\s/;
const FLAT_TYPE = /:mimetype=["']application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)\b/;

/** Returns the format that the first tag identifies, skipping comments and an XML declaration. */
function detectMarkup(sample: string): Format | undefined {
  const markup = sample.slice(endOfProlog(sample));
  if (SVG_ROOT.test(markup)) return 'svg';
  const tag = FLAT_ROOT.test(markup) ? markup.slice(0, markup.indexOf('>')) : '';
  const flat = FLAT_TYPE.exec(tag)?.[1];
  if (flat !== undefined) return flatFormats[flat];
  return HTML_ROOT.test(markup) || HTML_FRAGMENT.test(sample) ? 'html' : undefined;
}

const FIRST_ELEMENT = /^\[\s*(?:["[{\d-]|true|false|null)/;

/** Whether a text starts like JSON: a brace, a quoted name and a colon, or a bracket and a value. */
function startsAsJson(text: string): boolean {
  if (text.startsWith('[')) return FIRST_ELEMENT.test(text);
  const name = text.slice(1).trimStart();
  const end = name.startsWith('"') ? endOfJsonString(name, 0) : -1;
  return end > 0 && name.slice(end).trimStart().startsWith(':');
}

/** Whether a text is a JSON object or array. A lone number or string is valid JSON but more likely plain text. */
function isJson(text: string, isWhole: boolean): boolean {
  const value = text.trimStart();
  if (!value.startsWith('{') && !value.startsWith('[')) return false;
  // If the sample is not the whole file, judge by its start.
  if (!isWhole) return startsAsJson(value);
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const QUOTED_OR_SEPARATOR = /"(?:[^"]|"")*"|[,;\t|]/g;

/** Counts the fields of each record, respecting quotes (RFC 4180). */
function fieldsPerLine(text: string, separator: string): number[] {
  const flat = text.replaceAll(QUOTED_OR_SEPARATOR, (match) => {
    if (match === separator) return '\0';
    return match.startsWith('"') ? '""' : match;
  });
  return flat
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\0').length);
}

/**
 * Requires at least three records with the same number of fields, two or more each. Prose fails because its commas vary
 * from line to line. If most commas are followed by a space, the text is prose in short lines.
 */
function isCsv(text: string, isWhole: boolean): boolean {
  const sample = text.slice(0, LINES_SAMPLE_CHARACTERS);
  const cut = isWhole && sample.length === text.length ? sample : sample.slice(0, sample.lastIndexOf('\n'));
  if (!/[,;\t|]/.test(cut)) return false;
  return [',', ';', '\t', '|'].some((separator) => {
    const counts = fieldsPerLine(cut, separator);
    const [first = 0] = counts;
    if (counts.length < 3 || first < 2 || counts.some((count) => count !== first)) return false;
    const spaced = cut.split(`${separator} `).length - 1;
    const all = cut.split(separator).length - 1;
    return separator === '\t' || first >= 4 || spaced < all / 2;
  });
}

// Each pattern is markup that is rare in plain prose; a file must match two of them. Links cannot contain `[`, so that
// failed matches never overlap.
const markdownSigns: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /\[[^[\]\n]+\]\((?:https?:|\/|\.|#|mailto:)[^)\s[]*\)/,
  /^\|.+\|\n\|[ :|-]+\|$/m,
  /(?:^|\s)\*\*[^*\s][^*\n]*\*\*(?:\s|[.,;:!?]|$)/m,
  /^(?:[-*+] .+\n){2}/m,
  /^> \S/m,
  /!\[[^[\]\n]*\]\([^)\s[]+\)/,
  /(?:^|\s)`[^`\n]+`/m,
];

function isMarkdown(text: string): boolean {
  const sample = text.slice(0, LINES_SAMPLE_CHARACTERS);
  const found = markdownSigns.filter((sign) => sign.test(sample));
  // Headings alone may be comments in a configuration file; lists, quotes and code alone may be an email.
  const strong = found.some((sign) => markdownSigns.indexOf(sign) < 4);
  return strong && found.length >= 2;
}

/**
 * Returns the format of a text: svg, html, flat OpenDocument, json, csv or markdown if the evidence is strong, otherwise `text`.
 * `isWhole` is whether `text` is the whole file rather than its start.
 */
export function detectTextFormat(text: string, isWhole: boolean): Format {
  const markup = detectMarkup(text.slice(0, MARKUP_SAMPLE_CHARACTERS));
  if (markup !== undefined) return markup;
  if (isJson(text, isWhole)) return 'json';
  if (isMarkdown(text)) return 'markdown';
  return isCsv(text, isWhole) ? 'csv' : 'text';
}
