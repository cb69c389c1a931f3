import { MAX_WORD, tooLongWord } from '../../base/long-word.ts';
import { nameTable } from '../../base/name-table.ts';
import { tagEnd } from '../../base/tag-end.ts';

// Scripts whose words are broken only at spaces.
const WORD = /[\u0021-\u052f]+/g;
const MARKUP = /<(?:!--|(script|style)\b|[a-z/!?])/gi;
// WHATWG HTML 13.2.5.2: raw text elements end only at their own end tag.
const END_TAGS: Readonly<Record<string, RegExp>> = nameTable({
  script: /<\/script\b/gi,
  style: /<\/style\b/gi,
});

const indexFrom = (html: string, pattern: RegExp, from: number): number => {
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
};

/** Returns the offset after a comment, a tag, or an element whose text is not displayed. */
function endOfMarkup(html: string, start: number, element: string | undefined): number {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 2);
    return end < 0 ? html.length : end + 3;
  }
  const end = tagEnd(html, start);
  if (end < 0) return html.length;
  const endTag = element === undefined ? undefined : END_TAGS[element];
  return endTag === undefined ? end : indexFrom(html, endTag, end);
}

function checkText(text: string): void {
  if (text.length <= MAX_WORD) return;
  for (const [word] of text.matchAll(WORD)) if (word.length > MAX_WORD) throw tooLongWord(word.length);
}

/**
 * Throws ConversionError `too_complex` if the text of a page has a word of more than 200,000 characters. Tags separate words,
 * and a character reference counts with its source length.
 */
export function checkWords(html: string): void {
  for (let at = 0; at < html.length; ) {
    MARKUP.lastIndex = at;
    const found = MARKUP.exec(html);
    checkText(html.slice(at, found?.index));
    at = found === null ? html.length : endOfMarkup(html, found.index, found[1]?.toLowerCase());
  }
}
