import type { DocumentInfo, TextDocument } from './document.ts';

/** A heading and the text below it. */
export interface Section {
  /** Null for text before the first heading. */
  readonly heading: string | null;
  readonly content: string;
  /** Heading level, 1 to 6; null without a heading. */
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

// Meaningless titles that programs set by default.
const EMPTY_TITLE =
  /^(?:untitled|powerpoint presentation|document\d*|microsoft word - .*|.*\.(?:docx?|pptx?|xlsx?|dvi|tmp))$/i;

/** Returns the title a file declares if it is meaningful, else the highest heading of the first page, else null. */
export function titleOf(document: TextDocument, info: DocumentInfo): string | null {
  const stated = info.title?.trim() ?? '';
  if (stated !== '' && !EMPTY_TITLE.test(stated)) return stated;
  const headings = document.blocks.filter((block) => block.kind === 'heading' && (block.page ?? 1) === 1);
  const [highest] = headings.toSorted((a, b) => (a.level ?? 1) - (b.level ?? 1));
  return highest === undefined ? stated || null : document.text.slice(highest.start, highest.end);
}

function sectionsOf(document: TextDocument): Section[] {
  const sections: { heading: string | null; parts: string[]; level: number | null; page: number | null }[] =
    [];
  for (const block of document.blocks) {
    const text = document.text.slice(block.start, block.end);
    if (block.kind === 'heading') {
      sections.push({ heading: text, parts: [], level: block.level ?? 1, page: block.page });
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined) sections.push({ heading: null, parts: [text], level: null, page: block.page });
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
  document: TextDocument,
  info: DocumentInfo,
  language: string | null,
): StructuredDocument {
  return {
    document: { title: titleOf(document, info), sections: sectionsOf(document) },
    tables: document.blocks.flatMap((block) =>
      block.rows === undefined ? [] : [{ rows: block.rows, page: block.page }],
    ),
    metadata: { pages: document.pages, language, file_type: document.fileType },
  };
}
