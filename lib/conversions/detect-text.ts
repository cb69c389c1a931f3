import type { Format } from './formats.ts';

const isHtml = (head: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,4000}?-->\s*)*<(?:!doctype\s+html|html[\s>])/i.test(head) ||
  /^\s*<(?:head|body|div|p|h1|table|ul|section|article|main)(?:\s[^<>]*)?>[\s\S]*<\/[a-z]/i.test(head);

const isSvg = (head: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,4000}?-->\s*)*(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i.test(head);

/** An object or an array: a lone number or string is JSON as well, but nobody means it. */
function isJson(text: string, isWhole: boolean): boolean {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return false;
  // Of a file too long to be read here the beginning has to do: a brace and a quoted name, or a bracket and a value.
  if (!isWhole) return /^\s*(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|\[\s*(?:["[{\d-]|true|false|null))/.test(text);
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
  const sample = text.slice(0, 64 * 1024);
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

// Each of these is markup that is rare in plain prose; a file needs two kinds of them.
const markdownSigns: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /\[[^\]\n]+\]\((?:https?:|\/|\.|#|mailto:)[^)\s]*\)/,
  /^\|.+\|\n\|[ :|-]+\|$/m,
  /(?:^|\s)\*\*[^*\s][^*\n]*\*\*(?:\s|[.,;:!?]|$)/m,
  /^(?:[-*+] .+\n){2}/m,
  /^> \S/m,
  /!\[[^\]\n]*\]\([^)\s]+\)/,
  /(?:^|\s)`[^`\n]+`/m,
];

function isMarkdown(text: string): boolean {
  const sample = text.slice(0, 64 * 1024);
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
  const head = text.slice(0, 16 * 1024);
  if (isSvg(head)) return 'svg';
  if (isHtml(head)) return 'html';
  if (isJson(text, isWhole)) return 'json';
  if (isMarkdown(text)) return 'markdown';
  return isCsv(text, isWhole) ? 'csv' : 'text';
}
