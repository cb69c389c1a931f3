import { endOfJsonString } from '../base/json-string.ts';
import { endOfProlog } from '../base/markup-prolog.ts';
import type { Format } from '../formats.ts';

// Text detection reads these parts of a file and no more, which bounds its time whatever the file contains.
const MARKUP_SAMPLE_CHARACTERS = 16 * 1024;
const LINES_SAMPLE_CHARACTERS = 64 * 1024;

const HTML_ROOT = /^<(?:!doctype\s+html|html[\s>])/i;
const HTML_FRAGMENT =
  /^\s*<(?:head|body|div|p|h1|table|ul|section|article|main)(?:\s[^<>]*)?>[\s\S]*<\/[a-z]/i;
const SVG_ROOT = /^(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i;

/** The format that the first tag names, after comments and an XML declaration. */
function detectMarkup(sample: string): Format | undefined {
  const markup = sample.slice(endOfProlog(sample));
  if (SVG_ROOT.test(markup)) return 'svg';
  return HTML_ROOT.test(markup) || HTML_FRAGMENT.test(sample) ? 'html' : undefined;
}

const FIRST_ELEMENT = /^\[\s*(?:["[{\d-]|true|false|null)/;

/** Whether a text starts as JSON does: a brace, a quoted name and a colon, or a bracket and a value. */
function startsAsJson(text: string): boolean {
  if (text.startsWith('[')) return FIRST_ELEMENT.test(text);
  const name = text.slice(1).trimStart();
  const end = name.startsWith('"') ? endOfJsonString(name, 0) : -1;
  return end > 0 && name.slice(end).trimStart().startsWith(':');
}

/** An object or an array: a single number or string is JSON as well, but nobody means it. */
function isJson(text: string, isWhole: boolean): boolean {
  const value = text.trimStart();
  if (!value.startsWith('{') && !value.startsWith('[')) return false;
  // The start has to be enough if the sample does not contain the whole file.
  if (!isWhole) return startsAsJson(value);
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const QUOTED_OR_SEPARATOR = /"(?:[^"]|"")*"|[,;\t|]/g;

/** Fields of each record, taking quotes into account (RFC 4180). */
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
 * A table of at least three records, each with the same number of fields, and of two or more. Prose fails: its commas
 * vary from line to line. A comma followed by a space everywhere is prose of short lines as well.
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

// Each of these is markup that is rare in plain prose; a file needs two kinds of them. No link may contain `[`, so that a
// failed match never overlaps the next one.
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
  // Headings alone may be comments of a configuration file; lists, quotes and code alone may be mail.
  const strong = found.some((sign) => markdownSigns.indexOf(sign) < 4);
  return strong && found.length >= 2;
}

/**
 * What a text is. Only what is surely svg, html, json, csv or markdown is called so; everything else is `text`.
 * `isWhole` tells whether `text` is all of the file or its beginning.
 */
export function detectTextFormat(text: string, isWhole: boolean): Format {
  const markup = detectMarkup(text.slice(0, MARKUP_SAMPLE_CHARACTERS));
  if (markup !== undefined) return markup;
  if (isJson(text, isWhole)) return 'json';
  if (isMarkdown(text)) return 'markdown';
  return isCsv(text, isWhole) ? 'csv' : 'text';
}
