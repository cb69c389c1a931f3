import type { DocumentInfo, TextDocument } from './document.ts';

/** What stands under one heading. */
export interface Section {
  /** Null for what stands before the first heading. */
  readonly heading: string | null;
  readonly content: string;
  /** Of the heading, 1 to 6; null without one. */
  readonly level: number | null;
  readonly page: number | null;
}

/** The decided wire shape of `extract` to structured; `level` and `page` are additions of ours. */
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

// Titles that programs put in by themselves and that name nothing.
const EMPTY_TITLE =
  /^(?:untitled|powerpoint presentation|document\d*|microsoft word - .*|.*\.(?:docx?|pptx?|xlsx?|dvi|tmp))$/i;

/** The title a file states, where it is one; else the biggest heading of the first page; else null. */
export function titleOf(document: TextDocument, info: DocumentInfo): string | null {
  const stated = info.title?.trim() ?? '';
  if (stated !== '' && !EMPTY_TITLE.test(stated)) return stated;
  const headings = document.blocks.filter((block) => block.kind === 'heading' && (block.page ?? 1) === 1);
  const [biggest] = headings.toSorted((a, b) => (a.level ?? 1) - (b.level ?? 1));
  return biggest === undefined ? stated || null : document.text.slice(biggest.start, biggest.end);
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

/** Sections by heading, tables and a few facts. Tables also stand in their section's content, cells split by tabs. */
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
