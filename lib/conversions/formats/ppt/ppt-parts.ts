import { countOf } from '../../base/count-of.ts';
import type { Comment } from '../../document/document-tree.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { type PptRecord, recordOf, recordsIn, types } from './ppt-records.ts';

/** Parts that no target shows, by the types of their records. [MS-PPT] 2.13.24. */
const kinds: readonly (readonly [one: string, records: readonly number[]])[] = [
  ['embedded object', [4044]],
  ['linked object', [4046]],
  ['ActiveX control', [4078]],
  ['video', [4102, 4103]],
  ['audio file', [4109, 4110, 4111, 4112]],
];

/** Whether a presentation has a project of macros: VbaInfoAtom, which may state that it is empty. [MS-PPT] 2.4.10 and 2.4.11. */
function hasMacros(document: Buffer): boolean {
  const list = recordOf(document, types.documentInformation);
  const project = list === undefined ? undefined : recordOf(list.body, types.macros);
  const atom = project === undefined ? undefined : recordOf(project.body, types.macrosAtom);
  return atom !== undefined && atom.body.length >= 8 && atom.body.readUInt32LE(4) !== 0;
}

/** The warnings about what a presentation contains beside its slides; empty if there is none. */
export function leftOutOfDocument(document: Buffer): {
  readonly all: string[];
  /** For a format that keeps embedded and linked objects. */
  readonly withoutObjects: string[];
} {
  const list = recordOf(document, types.externalObjects);
  const objects = list === undefined ? [] : [...recordsIn(list.body)];
  const found = kinds.flatMap(([one, records]) => {
    const count = objects.filter(({ type }) => records.includes(type)).length;
    return count === 0 ? [] : [{ one, text: countOf(count, one) }];
  });
  const macros = hasMacros(document) ? [countOf(1, 'macro part')] : [];
  const others = found.filter(({ one }) => !one.endsWith('object'));
  const warning = (parts: typeof found): string[] =>
    leftOutWarning([...macros, ...parts.map(({ text }) => text)]);
  return { all: warning(found), withoutObjects: warning(others) };
}

/** A text of a container by its instance; empty if there is none. */
function textAt(container: PptRecord, instance: number): string {
  for (const record of recordsIn(container.body))
    if (record.type === types.text && record.instance === instance)
      return record.body.toString('utf16le').trim();
  return '';
}

/** The comments on a slide, which versions since 2002 keep in its tags. [MS-PPT] 2.5.24. */
export function commentsOn(slide: Buffer, page: number): Comment[] {
  const tags = recordOf(slide, types.tags);
  if (tags === undefined) return [];
  const found: Comment[] = [];
  for (const tag of recordsIn(tags.body)) {
    const content = tag.isContainer ? recordOf(tag.body, types.tagContent) : undefined;
    if (content === undefined) continue;
    for (const record of recordsIn(content.body)) {
      const text = record.type === types.comment ? textAt(record, 1) : '';
      if (text !== '')
        found.push({ author: textAt(record, 0) || null, created: createdOf(record), text, page });
    }
  }
  return found;
}

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** When a comment was written: a number, then a SYSTEMTIME. [MS-PPT] 2.5.27. */
function createdOf(comment: PptRecord): string | null {
  const atom = recordOf(comment.body, types.commentAtom)?.body;
  if (atom === undefined || atom.length < 20) return null;
  const [year, month, day, hour, minute, second] = [4, 6, 10, 12, 14, 16].map((at) => atom.readUInt16LE(at));
  if (year === undefined || year === 0) return null;
  return `${pad(year, 4)}-${pad(month ?? 0, 2)}-${pad(day ?? 0, 2)}T${pad(hour ?? 0, 2)}:${pad(minute ?? 0, 2)}:${pad(second ?? 0, 2)}`;
}

// [MS-PPT] 2.4.15.1: those of slides; the other instance is for notes.
const SLIDE_FOOTERS = 3;
const FOOTER = 2;
// [MS-PPT] 2.4.15.2: fHasFooter, after the format of dates.
const HAS_FOOTER = 0x20;

/** The footers that slides show, as a document or a slide states them. */
export function footersOf(container: Buffer): string[] {
  const footers: string[] = [];
  for (const record of recordsIn(container)) {
    if (record.type !== types.footers || (record.instance !== SLIDE_FOOTERS && record.instance !== 0))
      continue;
    const atom = recordOf(record.body, types.footersAtom)?.body;
    if (atom !== undefined && atom.length >= 4 && (atom.readUInt16LE(2) & HAS_FOOTER) !== 0)
      footers.push(textAt(record, FOOTER));
  }
  return footers;
}
