import type { TreeFile } from './document-tree.ts';
import { cellText, type PlainText } from './plain-text.ts';
import type { StructuredDocument } from './result-schemas.ts';
import { tableTexts } from './table-grid.ts';
import { type TitleCandidate, titleOf } from './title.ts';

function headingsOf({ spans, text }: PlainText): TitleCandidate[] {
  return spans
    .filter(({ kind }) => kind === 'heading')
    .map(({ level = 1, start, end, page }) => ({ level, text: text.slice(start, end), page }));
}

function sectionsOf(plain: PlainText): StructuredDocument['document']['sections'] {
  const sections: { heading: string | null; parts: string[]; level: number | null; page: number | null }[] =
    [];
  for (const { kind, start, end, level = 1, page } of plain.spans) {
    const text = plain.text.slice(start, end);
    if (kind === 'heading') {
      sections.push({ heading: text, parts: [], level, page });
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined) sections.push({ heading: null, parts: [text], level: null, page });
    else section.parts.push(text);
  }
  return sections.map(({ heading, parts, level, page }) => ({
    heading,
    content: parts.join('\n\n'),
    level,
    page,
  }));
}

/**
 * Returns sections by heading, tables and metadata. Section content also includes the tables, with tabs between cells.
 */
export function structureDocument(
  { format, metadata, page_count: pages }: TreeFile,
  plain: PlainText,
  language: string | null,
): StructuredDocument {
  return {
    document: { title: titleOf(metadata.title, headingsOf(plain)), sections: sectionsOf(plain) },
    tables: plain.spans.flatMap(({ kind, block, page }) =>
      kind === 'table' && block?.kind === 'table'
        ? [{ rows: tableTexts(block.rows, cellText, true), page }]
        : [],
    ),
    metadata: { pages, language, file_type: format },
  };
}
