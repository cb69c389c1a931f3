import { cleanText, oneLine } from './clean-text.ts';

// Titles that programs insert by default: they do not describe the document.
const DEFAULT_TITLE =
  /^(?:untitled|powerpoint presentation|document\d*|microsoft word - .*|.*\.(?:docx?|pptx?|xlsx?|dvi|tmp))$/i;

/** The name of a file without its folders and extension; empty if there is no name. */
export const fileStem = (filename: string | undefined): string =>
  cleanText(filename ?? '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]{1,8}$/, '')
    .trim();

/** A heading that may be the title of its document. */
export interface TitleCandidate {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** From 1; missing if the format has no pages. */
  readonly page?: number | null | undefined;
}

/**
 * The title of a document: the one in its properties unless a program inserted it by default, else the first of its
 * highest headings on page 1, else the stem of `filename`, else the title in its properties, else null.
 */
export function titleOf(
  stated: string | null,
  headings: readonly TitleCandidate[],
  filename?: string,
): string | null {
  const own = oneLine(stated ?? '').trim();
  if (own !== '' && !DEFAULT_TITLE.test(own)) return own;
  const [highest] = headings
    .filter(({ page, text }) => (page ?? 1) === 1 && text !== '')
    .toSorted((one, other) => one.level - other.level);
  return highest?.text || fileStem(filename) || own || null;
}
