import { endOfJsonString } from '../base/json-string.ts';
import { endOfProlog } from '../base/markup-prolog.ts';
import { nameTable } from '../base/name-table.ts';
import type { Format } from '../formats.ts';

// Detection reads at most these samples, which bounds its time for any file.
const MARKUP_SAMPLE_CHARACTERS = 16 * 1024;
const LINES_SAMPLE_CHARACTERS = 64 * 1024;

const HTML_ROOT = /^<(?:!doctype\s+html|html[\s>])/i;
const HTML_FRAGMENT =
  /^<(?:head|body|div|p|h[1-6]|table|ul|ol|dl|section|article|main|span|pre|blockquote|nav|header|footer|form|center|font|b|i|strong|em|a|img|br|hr|style|title|meta|link)(?:\s[^<>]*)?>/i;
const flatFormats: Readonly<Record<string, Format>> = nameTable({
  text: 'fodt',
  spreadsheet: 'fods',
  presentation: 'fodp',
});

const XML_DECLARATION = /^\ufeff?<\?xml\s[^<>]{0,200}\?>\s{0,100}</;
// Roots that identify XML without a declaration: with a document type or a namespace, or closed at the end of the file.
const XML_DOCTYPE = /^<!DOCTYPE\s+[\w:.-]+\s/;
const XML_NAME_SPACE = /^<[A-Za-z_][\w:.-]*\s[^<>]*xmlns(?::[\w.-]+)?\s?=/;
// A fragment of XHTML, as other programs embed it in their files.
const XHTML_PART = /^<[a-z][\w-]*\s[^<>]*xmlns\s?=\s?["']http:\/\/www\.w3\.org\/1999\/xhtml/;
const FIRST_TAG = /^<([A-Za-z_][\w:.-]*)[\s/>]/;
const SVG_ROOT = /^(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i;

// OpenDocument 1.3, part 3, 3.1.2 and 19.385: the root of a single-element document states its media type.
const FLAT_ROOT = /^<(?:[\w-]+:)?document\s/;
const FLAT_TYPE = /:mimetype=["']application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)\b/;

/** Returns the format that the first tag identifies, skipping comments and an XML declaration. */
function detectMarkup(text: string): Format | undefined {
  const sample = text.slice(0, MARKUP_SAMPLE_CHARACTERS);
  const markup = sample.slice(endOfProlog(sample));
  if (SVG_ROOT.test(markup)) return 'svg';
  const tag = FLAT_ROOT.test(markup) ? markup.slice(0, markup.indexOf('>')) : '';
  const flat = FLAT_TYPE.exec(tag)?.[1];
  if (flat !== undefined) return flatFormats[flat];
  if (HTML_ROOT.test(markup)) return 'html';
  const isXml = XML_DECLARATION.test(sample) || XML_DOCTYPE.test(markup) || XML_NAME_SPACE.test(markup);
  if (isXml && !XHTML_PART.test(markup)) return 'xml';
  if (HTML_FRAGMENT.test(markup) && markup.includes('</'))
    return isTaggedMarkdown(text) ? 'markdown' : 'html';
  const name = FIRST_TAG.exec(markup)?.[1];
  return name !== undefined && text.trimEnd().endsWith(`</${name}>`) ? 'xml' : undefined;
}

const FIRST_ELEMENT = /^\[\s*(?:["[{\d-]|true|false|null)/;

/** Returns true if a text starts like JSON: a brace, a quoted name and a colon, or a bracket and a value. */
function startsAsJson(text: string): boolean {
  if (text.startsWith('[')) return FIRST_ELEMENT.test(text);
  const name = text.slice(1).trimStart();
  const end = name.startsWith('"') ? endOfJsonString(name, 0) : -1;
  return end > 0 && name.slice(end).trimStart().startsWith(':');
}

/** Returns true if a text is a JSON object or array. A lone number or string is valid JSON but more likely plain text. */
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

/** Returns true if the whole text is a JSON value of any kind, such as a number. */
export function isJsonValue(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns true if JSON is a Jupyter notebook: an object with cells and the version of their format. */
const isNotebook = (text: string): boolean =>
  /"nbformat"\s{0,100}:\s{0,100}\d/.test(text) && /"cells"\s{0,100}:\s{0,100}\[/.test(text);

/** Returns true if each of the first lines is a complete JSON object or array. */
function isJsonLines(text: string, isWhole: boolean): boolean {
  const lines = text
    .slice(0, LINES_SAMPLE_CHARACTERS)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const whole = isWhole && text.length <= LINES_SAMPLE_CHARACTERS ? lines : lines.slice(0, -1);
  return whole.length > 1 && whole.every((line) => isJson(line, true));
}

// YAML 1.2, 6.8.1; WebVTT 4.1; SubRip's number and times; DIF's first items. YAML without its directive cannot be told from notes.
const YAML = /^%YAML 1\.\d/;
// Excel's hint about the delimiter.
const SEPARATOR_LINE = /^\ufeff?"?sep=[^"\r\n]"?\r?\n/i;
const VTT = /^WEBVTT(?:[ \t][^\n]*)?(?:\r?\n|$)/;
const SRT = /^\s*\d{1,6}[ \t]*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->/;
const DIF = /^TABLE\r?\n0,1\r?\n"[^"\n]{0,80}"\r?\n/;
// RFC 5322, 2.2: a name, a colon and a value. Lines that start with white space continue the value.
const FIELD = /^[\w-]{1,70}[ \t]{0,5}:/;
const MAIL_FIELD =
  /^(?:from|to|cc|subject|date|received|return-path|delivered-to|message-id|mime-version|content-type|reply-to|sender):/i;
const MIN_MAIL_FIELDS = 3;

/** The fields at the start of a message; none if another line comes before the first empty one. */
function mailFields(start: string): string[] {
  const fields: string[] = [];
  for (const line of start.replace(/^From [^\n]*\n/, '').split(/\r?\n/)) {
    if (line === '') return fields;
    if (/^[ \t]/.test(line) && fields.length > 0) fields[fields.length - 1] += ` ${line.trim()}`;
    else if (FIELD.test(line)) fields.push(line);
    else return [];
  }
  return fields;
}

/** Returns the format that the first lines identify. */
function detectHeader(start: string): Format | undefined {
  if (YAML.test(start)) return 'yaml';
  if (SEPARATOR_LINE.test(start)) return 'csv';
  if (VTT.test(start)) return 'vtt';
  if (SRT.test(start)) return 'srt';
  if (DIF.test(start)) return 'dif';
  const fields = mailFields(start).filter((field) => MAIL_FIELD.test(field));
  if (fields.length < MIN_MAIL_FIELDS) return undefined;
  const isPage =
    fields.some((field) => /^content-type:\s{0,10}multipart\/related/i.test(field)) &&
    !fields.some((field) => /^(?:to|received|delivered-to):/i.test(field));
  return isPage ? 'mhtml' : 'eml';
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
function delimitedFormat(text: string, isWhole: boolean): Format | undefined {
  const sample = text.slice(0, LINES_SAMPLE_CHARACTERS);
  const cut = isWhole && sample.length === text.length ? sample : sample.slice(0, sample.lastIndexOf('\n'));
  if (!/[,;\t|]/.test(cut)) return undefined;
  // Statements of a program end like this.
  const lines = cut.trimEnd().split('\n');
  const isProgram = lines.every((line) => line.trimEnd().endsWith(';'));
  const found = [',', ';', '\t', '|'].find((separator) => {
    const counts = fieldsPerLine(cut, separator);
    const [first = 0] = counts;
    if (isProgram && (separator !== ';' || first === 2)) return false;
    if (counts.length < 3 || first < 2 || counts.some((count) => count !== first)) return false;
    const spaced = cut.split(`${separator} `).length - 1;
    const all = cut.split(separator).length - 1;
    return separator === '\t' || first >= 4 || spaced < all / 2;
  });
  if (found === undefined) return undefined;
  return found === '\t' ? 'tsv' : 'csv';
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

const STRONG_SIGNS = 4;

function markdownEvidence(text: string): { strong: number; all: number } {
  const sample = text.slice(0, LINES_SAMPLE_CHARACTERS);
  const found = markdownSigns.map((sign) => sign.test(sample));
  return { strong: found.slice(0, STRONG_SIGNS).filter(Boolean).length, all: found.filter(Boolean).length };
}

function isMarkdown(text: string): boolean {
  // Headings alone may be comments in a configuration file; lists, quotes and code alone may be an email.
  const { strong, all } = markdownEvidence(text);
  return strong > 0 && all >= 2;
}

/**
 * Returns true if a text that starts with a tag is Markdown, such as a README that starts with a centered image. HTML contains at
 * most one kind of these lines, in an example.
 */
const isTaggedMarkdown = (text: string): boolean => markdownEvidence(text).strong >= 2;

// A title or a heading, and block markup that no other format has.
const ASCIIDOC_HEADING = /^={1,6} \S/m;
// A table: its columns or options, its delimiter and a cell.
const ASCIIDOC_TABLE = /^\[[^\]\n]{0,200}(?:cols=|options=)[^\]\n]{0,200}\]\n\|===[ \t]{0,20}\n\s{0,20}\|/m;
const asciidocSigns: readonly RegExp[] = [
  /^\|===\s*$/m,
  /^\[(?:source|quote|verse|NOTE|TIP|WARNING|CAUTION|IMPORTANT|cols=|options=|%|#|\.)/m,
  /^(?:image|include|video|audio)::\S+\[/m,
  /^:[a-z][\w-]*!?:(?: |$)/m,
  /^(?:NOTE|TIP|WARNING|CAUTION|IMPORTANT): \S/m,
  /(?:^|\s)(?:link|xref|footnote|stem|kbd):\S*\[/m,
];

function isAsciidoc(text: string): boolean {
  const sample = text.slice(0, LINES_SAMPLE_CHARACTERS);
  if (ASCIIDOC_TABLE.test(sample)) return true;
  return ASCIIDOC_HEADING.test(sample) && asciidocSigns.some((sign) => sign.test(sample));
}

// Lines that only Org has. A title line is enough; of the others, two kinds are needed.
const orgSigns: readonly RegExp[] = [
  /^#\+(?:title|subtitle|author|date|options|startup|filetags|latex_class|html_head|setupfile|todo|seq_todo): ?\S/im,
  /^[ \t]{0,20}#\+begin_(?:src|example|quote|export|verse|center|comment)(?: |$)/im,
  /^\*{1,8} (?:TODO|DONE|NEXT|WAITING) \S/m,
  /^[ \t]{0,20}:PROPERTIES:[ \t]{0,20}$/m,
  /^[ \t]{0,20}(?:SCHEDULED|DEADLINE|CLOSED): [<[]\d{4}-/m,
  /\[\[(?:file:|https?:|id:|#|\*)[^[\]\n]{1,500}\](?:\[[^[\]\n]{1,500}\])?\]/,
  /^[ \t]{0,20}#\+(?:results|tblfm|caption|name|attr_\w{1,10}):/im,
  // A table rule: only Org separates columns with `+` in it.
  /^[ \t]{0,20}\|-{1,200}\+[-+]{1,500}\|[ \t]{0,20}$/m,
  /^\*{1,8} \S/m,
];

function isOrg(text: string): boolean {
  const sample = text.slice(0, LINES_SAMPLE_CHARACTERS);
  const [first, ...others] = orgSigns.map((sign) => sign.test(sample));
  return first === true || (others.slice(0, -1).includes(true) && others.filter(Boolean).length >= 2);
}

// reStructuredText: directives, targets and notes are at the start of a line, roles and references inside it.
const RST_TITLE =
  /^(\S[^\n]{0,200})\n(?:={4,200}|-{4,200}|~{4,200}|\^{4,200}|"{4,200}|\*{4,200}|\+{4,200}|#{4,200})[ \t]{0,20}$/m;
const RST_DIRECTIVE =
  /^\.\. (?:[a-z][\w-]{0,40}:)?(?:note|warning|tip|important|caution|danger|hint|image|figure|code|code-block|sourcecode|math|table|csv-table|list-table|toctree|contents|include|literalinclude|raw|admonition|seealso|versionadded|versionchanged|deprecated|function|class|method|module|currentmodule|auto[a-z]{2,20}|highlight|meta|index|topic|rubric|container|option|glossary|only|replace|attribute|data|exception|describe)::(?:[ \t]|$)/m;
const rstSigns: readonly RegExp[] = [
  /^\.\. _[^:\n]{1,200}:(?: |$)/m,
  /^\.\. \[[^\]\n]{1,80}\] \S/m,
  /^\.\. \|[^|\n]{1,80}\| (?:replace|image|unicode)::/m,
  /:[a-z]{2,20}(?::[a-z]{2,20})?:`[^`\n]{1,200}`/,
  /`[^`\n]{1,200} <[^<>`\n]{1,500}>`__?/,
  /``[^`\n]{1,200}``/,
  /\S::\n\n[ \t]/,
  /^={2,80}(?: {1,10}={2,80}){1,40}$/m,
  /^\+(?:[-=]{2,200}\+){1,40}$/m,
];
// Signs of program code, which can contain similar comments. Prose can also start a line with a keyword.
const PROGRAM =
  /^(?:#!|"""|\/\*|\/\/|#include|<\?php|(?:import|package|using) {1,9}[\w.*:{}"'/]{0,200}[\w*}"'/](?:;| as \w{1,80}| from .{1,200}|,.{1,200})?[ \t]{0,9}$)/m;

function isRst(text: string): boolean {
  const sample = text.slice(0, LINES_SAMPLE_CHARACTERS);
  if (PROGRAM.test(sample.slice(0, MARKUP_SAMPLE_CHARACTERS)))
    return RST_DIRECTIVE.test(sample) && RST_TITLE.test(sample) && /^(?:\.\.|[=*#-]{4})/.test(sample);
  const signs = rstSigns.filter((sign) => sign.test(sample)).length;
  if (RST_DIRECTIVE.test(sample)) return true;
  return signs >= 2 && RST_TITLE.test(sample);
}

// The class of a document, or the start of its text.
const LATEX = /^[^%\n]{0,200}\\(?:documentclass\s{0,9}[[{]|begin\{document\})/m;

/**
 * Returns the format of a text if the evidence for it is strong, otherwise `text`.
 *
 * @param isWhole true if `text` is the whole file, false if it is the start of the file
 */
export function detectTextFormat(text: string, isWhole: boolean): Format {
  const start = text.slice(0, MARKUP_SAMPLE_CHARACTERS);
  const marked = detectMarkup(text) ?? detectHeader(start);
  if (marked !== undefined) return marked;
  if (isJson(text, isWhole)) return isNotebook(text) ? 'ipynb' : 'json';
  if (isJsonLines(text, isWhole)) return 'json';
  if (LATEX.test(text.slice(0, LINES_SAMPLE_CHARACTERS))) return 'latex';
  if (isOrg(text)) return 'org';
  if (isRst(text)) return 'rst';
  if (isAsciidoc(text)) return 'asciidoc';
  if (isMarkdown(text)) return 'markdown';
  return delimitedFormat(text, isWhole) ?? 'text';
}
