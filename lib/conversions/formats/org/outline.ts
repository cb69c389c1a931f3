/** Document keywords, such as `#+TITLE: Tides`, by lower-case name. Repeated keywords are joined. */
export type Keywords = ReadonlyMap<string, string>;

/** A section without its subsections. */
export interface Section {
  /** Number of stars; 0 before the first heading. */
  readonly level: number;
  readonly title: string;
  /** Task state, such as `TODO`; empty if it is not a task. */
  readonly keyword: string;
  readonly priority: string;
  readonly tags: string;
  /** Planning line, such as `DEADLINE: <2026-05-04 Mon>`; empty if there is none. */
  readonly planning: string;
  readonly anchors: readonly string[];
  readonly lines: readonly string[];
}

const KEYWORD = /^#\+([\w-]{1,40}):/;
const HEADING = /^(\*+) /;
const PRIORITY = /^\[#([A-Z0-9]{1,2})\] */;
const TAGS = /^:(?:[\p{L}\p{N}_@#%]{1,80}:){1,50}$/u;
const PLANNING = /^\s*(?:CLOSED|SCHEDULED|DEADLINE): /;
const PROPERTY = /^ *:(?:CUSTOM_ID|ID):/i;

/** Reads the document keywords anywhere in the text. */
export function readKeywords(lines: readonly string[]): Keywords {
  const keywords = new Map<string, string>();
  for (const line of lines) {
    const [mark = '', name = ''] = KEYWORD.exec(line) ?? [];
    const key = name.toLowerCase();
    const own = line.slice(mark.length).trim();
    if (key === '' || own === '') continue;
    const before = keywords.get(key);
    keywords.set(key, before === undefined ? own : `${before} ${own}`);
  }
  return keywords;
}

/** Returns the names of task states. */
const statesOf = (keywords: Keywords): ReadonlySet<string> => {
  const own = ['todo', 'seq_todo', 'typ_todo'].flatMap((name) => keywords.get(name)?.split(/\s+/) ?? []);
  const names = own.filter((word) => word !== '|').map((word) => word.split('(', 1)[0] ?? '');
  return new Set(names.length === 0 ? ['TODO', 'DONE'] : names);
};

/** Splits a document at its headings. Skips commented sections and sections excluded from export. */
export function readSections(
  lines: readonly string[],
  keywords: Keywords,
): { readonly sections: readonly Section[]; readonly leftOut: number } {
  const states = statesOf(keywords);
  const excluded = new Set((keywords.get('exclude_tags') ?? 'noexport').split(/\s+/));
  const sections: Section[] = [];
  let leftOut = 0;
  let skippedFrom = Number.POSITIVE_INFINITY;
  let at = 0;
  const bodyFrom = (from: number): string[] => {
    let end = from;
    while (end < lines.length && !/^\*+ /.test(lines[end] ?? '')) end += 1;
    at = end;
    return lines.slice(from, end);
  };
  const first = bodyFrom(0);
  sections.push({
    level: 0,
    title: '',
    keyword: '',
    priority: '',
    tags: '',
    planning: '',
    anchors: [],
    lines: first,
  });
  while (at < lines.length) {
    const [, stars = '*'] = HEADING.exec(lines[at] ?? '') ?? [];
    const level = stars.length;
    let title = (lines[at] ?? '').slice(level).trim();
    const state = /^(\S+)(?: +|$)/.exec(title);
    const keyword = state !== null && states.has(state[1] ?? '') ? (state[1] ?? '') : '';
    if (keyword !== '') title = title.slice(state?.[0].length ?? 0);
    const priority = PRIORITY.exec(title);
    if (priority !== null) title = title.slice(priority[0].length);
    const last = title.slice(title.lastIndexOf(' ') + 1);
    const tags = TAGS.test(last) ? last : '';
    title = title.slice(0, title.length - tags.length).trimEnd();
    const body = bodyFrom(at + 1);
    if (level > skippedFrom) continue;
    const names = tags.split(':');
    if (/^COMMENT(?: |$)/.test(title) || names.some((name) => excluded.has(name))) {
      skippedFrom = level;
      leftOut += 1;
      continue;
    }
    skippedFrom = Number.POSITIVE_INFINITY;
    const planning = PLANNING.test(body[0] ?? '') ? (body[0] ?? '').trim() : '';
    const own = body.slice(planning === '' ? 0 : 1);
    const end = /^\s*:PROPERTIES:$/i.test(own[0] ?? '')
      ? own.findIndex((line) => /^\s*:END:$/i.test(line))
      : -1;
    const anchors = own.slice(0, Math.max(0, end)).flatMap((line) => {
      const mark = PROPERTY.exec(line)?.[0];
      return mark === undefined ? [] : [line.slice(mark.length).trim()];
    });
    sections.push({
      level,
      title,
      keyword,
      priority: priority?.[1] ?? '',
      tags,
      planning,
      anchors: [title, ...anchors].map((name) => name.toLowerCase()),
      lines: own,
    });
  }
  return { sections, leftOut };
}
