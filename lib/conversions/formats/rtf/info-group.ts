import { isoTime } from '../../base/iso-time.ts';
import { nameTable } from '../../base/name-table.ts';
import { noInfo } from '../../document/document-info.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';

/** The metadata of a document (RTF 1.9.1, "Information Group"). */
export interface InfoGroup {
  readonly word: (name: string, parameter: number | undefined) => void;
  /** Whether a word starts a field that contains text. */
  readonly isField: (name: string) => boolean;
  readonly setField: (name: string, text: string) => void;
  readonly documentInfo: () => DocumentInfo;
  /** The page count that the writer stored; null if there is none. */
  readonly pages: () => number | null;
}

type Field = 'title' | 'author' | 'subject' | 'keywords';

const fields: Readonly<Record<string, Field>> = nameTable({
  title: 'title',
  author: 'author',
  subject: 'subject',
  keywords: 'keywords',
});

const timeWords: ReadonlySet<string> = new Set(['creatim', 'revtim']);
const timeParts: ReadonlySet<string> = new Set(['yr', 'mo', 'dy', 'hr', 'min', 'sec']);

// Years outside this range come from uninitialized fields.
const FIRST_YEAR = 1900;
const LAST_YEAR = 9999;

function timeOf(parts: Readonly<Record<string, number>> | undefined): string | null {
  const { yr, mo = 1, dy = 1, hr = 0, min = 0, sec = 0 } = parts ?? {};
  if (yr === undefined || yr < FIRST_YEAR || yr > LAST_YEAR) return null;
  return isoTime(new Date(Date.UTC(yr, mo - 1, dy, hr, min, sec)));
}

/** Metadata without any field. */
export function createInfoGroup(): InfoGroup {
  const texts: Partial<Record<Field, string>> = {};
  const times = new Map<string, Record<string, number>>();
  let time: Record<string, number> | undefined;
  let pages: number | null = null;
  return {
    word: (name, parameter) => {
      if (timeWords.has(name)) {
        time = Object.create(null) as Record<string, number>;
        times.set(name, time);
      } else if (timeParts.has(name)) {
        if (time !== undefined && parameter !== undefined) time[name] = parameter;
      } else if (name === 'nofpages' && parameter !== undefined && parameter > 0) pages = parameter;
    },
    isField: (name) => fields[name] !== undefined,
    setField: (name, text) => {
      const field = fields[name];
      if (field !== undefined && text.trim() !== '') texts[field] = text.trim();
    },
    documentInfo: () => ({
      ...noInfo,
      title: texts.title ?? null,
      author: texts.author ?? null,
      subject: texts.subject ?? null,
      keywords: texts.keywords ?? null,
      created: timeOf(times.get('creatim')),
      modified: timeOf(times.get('revtim')),
    }),
    pages: () => pages,
  };
}
