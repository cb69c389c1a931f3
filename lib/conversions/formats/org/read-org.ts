import { countWere } from '../../base/count-of.ts';
import { isLanguageTag } from '../../base/language-tag.ts';
import { noInfo } from '../../document/document-info.ts';
import type { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { linesOf } from '../../shared/markup/text-lines.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { notesMarkup, readAsPage } from '../html/read-page.ts';
import { type BlockWriting, writeBlocks } from './blocks.ts';
import { noteId, writeInline } from './inline.ts';
import { type Keywords, readKeywords, readSections, type Section } from './outline.ts';

const elsewhereWarning = 'The files that the Org file includes are not part of it and were left out.';
const depthWarning = 'Content nested deeper than 40 levels was flattened.';

/** Whether an option of `#+OPTIONS`, such as `todo:nil`, is switched off. */
const isOff = (keywords: Keywords, option: string): boolean =>
  (keywords.get('options') ?? '').split(/\s+/).includes(`${option}:nil`);

function headingMarkup(section: Section, raised: number, keywords: Keywords, writing: BlockWriting): string {
  const { level, title, keyword, priority, tags, planning, anchors } = section;
  const name = `h${Math.min(6, level + raised)}`;
  const parts = [
    keyword === '' || isOff(keywords, 'todo') ? '' : escapeMarkup(keyword),
    priority === '' || isOff(keywords, 'pri') ? '' : escapeMarkup(`[#${priority}]`),
    writeInline(title, writing),
    tags === '' || isOff(keywords, 'tags') ? '' : `<code>${escapeMarkup(tags)}</code>`,
  ];
  const [first = '', ...others] = anchors;
  const places = others.map((anchor) => `<a id="${escapeMarkup(anchor)}"></a>`).join('');
  const plan = planning === '' || isOff(keywords, 'p') ? '' : `<p>${escapeMarkup(planning)}</p>`;
  return `${places}<${name} id="${escapeMarkup(first)}">${parts.filter((part) => part !== '').join(' ')}</${name}>${plan}`;
}

/** The title of a document, and who wrote it when. */
function titleMarkup(keywords: Keywords, writing: BlockWriting): string {
  const line = (name: string, option: string, tag: string): string => {
    const value = keywords.get(name);
    return value === undefined || isOff(keywords, option)
      ? ''
      : `<${tag}>${writeInline(value, writing)}</${tag}>`;
  };
  return [
    line('title', 'title', 'h1'),
    line('subtitle', 'title', 'p'),
    line('author', 'author', 'p'),
    line('date', 'date', 'p'),
  ].join('');
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
  const writing: BlockWriting = {
    notes: new Map(),
    nameless: 0,
    abbreviations: abbreviationsOf(lines),
    leftOut: new Set(),
    isLeftOut: false,
    isTooDeep: false,
  };
  const raised = keywords.has('title') && !isOff(keywords, 'title') ? 1 : 0;
  const body = sections.map((section) => {
    const heading = section.level === 0 ? '' : headingMarkup(section, raised, keywords, writing);
    return `${heading}${writeBlocks({ lines: section.lines, depth: 0 }, writing)}`;
  });
  const notes = [...writing.notes].map(
    ([label, content]) => `<li id="${escapeMarkup(noteId(label))}">${content}</li>`,
  );
  const html = `${titleMarkup(keywords, writing)}${body.join('')}${notesMarkup(notes)}`;
  const language = keywords.get('language');
  const metadata = {
    ...noInfo,
    title: keywords.get('title') ?? null,
    author: keywords.get('author') ?? null,
    subject: keywords.get('description') ?? null,
    keywords: keywords.get('keywords') ?? null,
    encoding,
  };
  return await readAsPage(
    html,
    {
      format: 'org',
      metadata,
      language: language !== undefined && isLanguageTag(language) ? language : undefined,
    },
    needs,
    [
      ...warnings,
      ...(leftOut === 0 ? [] : [`${countWere(leftOut, 'section')} left out: comments, or not for export.`]),
      ...(writing.isLeftOut ? [elsewhereWarning] : []),
      ...(writing.isTooDeep ? [depthWarning] : []),
    ],
    writing.leftOut,
  );
}
