import { readIsoTime } from '../../base/iso-time.ts';
import { oneLine } from '../../document/clean-text.ts';
import { type DocumentInfo, noInfo } from '../../document/document.ts';

/** What stands before a text between two lines of dashes, and the text behind it. */
export interface FrontMatter {
  readonly info: DocumentInfo;
  readonly language: string | undefined;
  readonly body: string;
}

// The lines between: more is a text that begins with a rule.
const MAX_CHARACTERS = 20_000;

/** A plain or quoted scalar, or a list in one line, of YAML; all else counts as not said. */
function scalar(value: string): string | undefined {
  const text = value.trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(text);
  if (quoted !== null)
    return (quoted[1]?.replaceAll(/\\(["\\])/g, '$1') ?? quoted[2]?.replaceAll("''", "'"))?.trim();
  if (text.startsWith('[') && text.endsWith(']'))
    return text
      .slice(1, -1)
      .split(',')
      .map((part) => part.trim().replace(/^["']/, '').replace(/["']$/, ''))
      .join(', ');
  // Block scalars, anchors, tags and maps say nothing that is asked for here.
  return /^[|>&*!{%@`]/.test(text) ? undefined : (text.split(' #')[0] ?? '').trim();
}

/** Values by their names in lower case; a list under a name is joined by commas. */
function readFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  let name: string | undefined;
  for (const line of lines) {
    const field = /^([A-Za-z][\w.-]{0,40}):(?:\s(.*))?$/.exec(line);
    const item = /^\s*-\s(.*)$/.exec(line);
    if (field !== null) {
      name = (field[1] ?? '').toLowerCase();
      const value = scalar(field[2] ?? '');
      if (value !== undefined && value !== '') fields.set(name, oneLine(value));
    } else if (item !== null && name !== undefined) {
      const before = fields.get(name);
      const value = oneLine(scalar(item[1] ?? '') ?? '');
      if (value !== '') fields.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  return fields;
}

/** Takes the front matter off a text; what is none stays in the text. */
export function readFrontMatter(text: string): FrontMatter {
  const none = { info: noInfo, language: undefined, body: text };
  if (!/^---[ \t]*\n/.test(text)) return none;
  const head = text.slice(0, MAX_CHARACTERS);
  const end = /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(head.slice(3));
  if (end === null) return none;
  const lines = head.slice(head.indexOf('\n') + 1, end.index + 3).split('\n');
  const fields = readFields(lines);
  // A rule, a paragraph and another rule are no front matter.
  if (fields.size === 0) return none;
  return {
    info: {
      ...noInfo,
      title: fields.get('title') ?? null,
      author: fields.get('author') ?? fields.get('authors') ?? null,
      subject: fields.get('description') ?? fields.get('subject') ?? fields.get('subtitle') ?? null,
      keywords: fields.get('keywords') ?? fields.get('tags') ?? null,
      created: readIsoTime(fields.get('date') ?? fields.get('created')),
      modified: readIsoTime(fields.get('updated') ?? fields.get('modified') ?? fields.get('lastmod')),
    },
    language: fields.get('lang') ?? fields.get('language'),
    body: text.slice(end.index + 3 + end[0].length),
  };
}
