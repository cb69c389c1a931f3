import { countWere } from '../../base/count-of.ts';
import { isLanguageTag } from '../../base/language-tag.ts';
import { noInfo } from '../../document/document-info.ts';
import type { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { linesOf } from '../../shared/markup/text-lines.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { anchor, type Content, createLineReading, h, notesElement } from '../html/build-elements.ts';
import { readAsPage } from '../html/read-page.ts';
import { readBlocks } from './blocks.ts';
import { noteId, type Reading, readInline } from './inline.ts';
import { type Keywords, readKeywords, readSections, type Section } from './outline.ts';

/** Whether an option of `#+OPTIONS`, such as `todo:nil`, is switched off. */
const isOff = (keywords: Keywords, option: string): boolean =>
  (keywords.get('options') ?? '').split(/\s+/).includes(`${option}:nil`);

function readHeading(section: Section, raised: number, keywords: Keywords, reading: Reading): Content {
  const { level, title, keyword, priority, tags, planning, anchors } = section;
  const parts: readonly Content[] = [
    isOff(keywords, 'todo') ? '' : keyword,
    priority === '' || isOff(keywords, 'pri') ? '' : `[#${priority}]`,
    readInline(title, reading),
    tags === '' || isOff(keywords, 'tags') ? '' : h('code', tags),
  ];
  const [id, ...others] = anchors;
  const content = parts.flatMap((part) => (part === '' ? [] : [part, ' ']));
  return [
    others.map(anchor),
    h(`h${Math.min(6, level + raised)}`, content, { id }),
    h('p', isOff(keywords, 'p') ? '' : planning),
  ];
}

/** The title of a document, and who wrote it when. */
function readTitle(keywords: Keywords, reading: Reading): Content {
  const line = (name: string, option: string, tag: string): Content =>
    h(tag, isOff(keywords, option) ? '' : readInline(keywords.get(name) ?? '', reading));
  return [
    line('title', 'title', 'h1'),
    line('subtitle', 'title', 'p'),
    line('author', 'author', 'p'),
    line('date', 'date', 'p'),
  ];
}

/** The addresses of `#+LINK: name address`. */
function abbreviationsOf(lines: readonly string[]): Map<string, string> {
  const found = lines.map((line) => /^#\+link:\s{1,20}(\S{1,80})\s{1,20}(\S{1,2000})$/i.exec(line));
  return new Map(
    found.flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const])),
  );
}

/** Reads an Org file. */
export async function readOrg(
  bytes: Uint8Array,
  { options, needs }: ReadRequest<typeof textOptions, 'org'>,
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  const lines = linesOf(text);
  const keywords = readKeywords(lines);
  const { sections, leftOut } = readSections(lines, keywords);
  const reading: Reading = {
    ...createLineReading(),
    notes: new Map(),
    nameless: 0,
    abbreviations: abbreviationsOf(lines),
  };
  const raised = keywords.has('title') && !isOff(keywords, 'title') ? 1 : 0;
  const body = sections.map((section) => {
    const heading = section.level === 0 ? '' : readHeading(section, raised, keywords, reading);
    return [heading, readBlocks({ lines: section.lines, depth: 0 }, reading)];
  });
  const notes = Array.from(reading.notes, ([label, content]) => [noteId(label), content] as const);
  const language = keywords.get('language');
  const metadata = {
    ...noInfo,
    title: keywords.get('title') ?? null,
    author: keywords.get('author') ?? null,
    subject: keywords.get('description') ?? null,
    keywords: keywords.get('keywords') ?? null,
    encoding,
  };
  return readAsPage(
    [readTitle(keywords, reading), body, notesElement(notes)],
    {
      format: 'org',
      metadata,
      language: language !== undefined && isLanguageTag(language) ? language : undefined,
    },
    needs,
    [
      ...warnings,
      ...(leftOut === 0 ? [] : [`${countWere(leftOut, 'section')} left out: comments, or not for export.`]),
      ...reading.warnings,
    ],
    reading.leftOut,
  );
}
