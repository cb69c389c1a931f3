import type { TreeFile } from './document-tree.ts';
import { cellText, type PlainText } from './plain-text.ts';
import { tableTexts } from './table-grid.ts';
import { type TitleCandidate, titleOf } from './title.ts';

/** The content under one heading. */
interface Section {
  /** Null for the content before the first heading. */
  readonly heading: string | null;
  readonly content: string;
  /** Level of the heading, 1 to 6; null if there is no heading. */
  readonly level: number | null;
  readonly page: number | null;
}

/** The output of `extract` to structured; the API defines these fields. */
export interface StructuredDocument {
  readonly document: { readonly title: string | null; readonly sections: readonly Section[] };
  readonly tables: readonly { readonly rows: readonly (readonly string[])[]; readonly page: number | null }[];
  readonly metadata: {
    readonly pages: number | null;
    /** ISO 639-1. */
    readonly language: string | null;
    readonly file_type: string;
  };
}

function headingsOf({ spans, text }: PlainText): TitleCandidate[] {
  return spans
    .filter(({ kind }) => kind === 'heading')
    .map(({ level = 1, start, end, page }) => ({ level, text: text.slice(start, end), page }));
}

function sectionsOf(plain: PlainText): Section[] {
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
