import { readIsoTime } from '../../base/iso-time.ts';
import { oneLine } from '../../document/clean-text.ts';
import { noInfo } from '../../document/document-info.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';

/** YAML front matter, and the text after it. */
interface FrontMatter {
  readonly info: DocumentInfo;
  readonly language: string | undefined;
  readonly body: string;
}

// Longer candidates are documents that start with a rule.
const MAX_CHARACTERS = 20_000;

/** Parses a plain or quoted YAML scalar or a flow list. Returns undefined for anything else. */
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
  // Block scalars, anchors, tags and maps are not supported.
  return /^[|>&*!{%@`]/.test(text) ? undefined : (text.split(' #')[0] ?? '').trim();
}

/** Returns the fields by lower-case name. Block lists are joined with commas. */
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

/** Splits front matter from a text. Returns the whole text as the body if there is none. */
export function readFrontMatter(text: string): FrontMatter {
  const none = { info: noInfo, language: undefined, body: text };
  if (!/^---[ \t]*\n/.test(text)) return none;
  const start = text.slice(0, MAX_CHARACTERS);
  const end = /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(start.slice(3));
  if (end === null) return none;
  const lines = start.slice(start.indexOf('\n') + 1, end.index + 3).split('\n');
  const fields = readFields(lines);
  // A paragraph between two rules is not front matter.
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
