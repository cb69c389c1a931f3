import { everyElement } from '../../shared/xml/element.ts';
import type { HtmlElement } from './html-node.ts';
import { rawText } from './leaf-elements.ts';

const kindsOf = ({ attributes }: HtmlElement): string =>
  [attributes.role, attributes['epub:type']].filter((type) => type !== undefined).join(' ');

const typesOf = (element: HtmlElement): string => `${kindsOf(element)} ${element.attributes.class ?? ''}`;

// WAI-ARIA for publishing (DPUB-ARIA 1.1), EPUB structural semantics, and the classes of markdown programs and LibreOffice.
const REFERENCE =
  /(?:^|\s)(?:doc-noteref|noteref|footnote-ref|footnoteRef|footnote-reference|sdfootnoteanc|sdendnoteanc)(?:\s|$)/;
const BACK =
  /(?:^|\s)(?:doc-backlink|backlink|footnote-back\w*|footnote-backref|data-footnote-backref|sdfootnotesym|sdendnotesym)(?:\s|$)/;
const LIST = /(?:^|\s)(?:doc-endnotes|doc-footnotes|footnotes|endnotes|rearnotes)(?:\s|$)/;
const NOTE = /(?:^|\s)(?:doc-footnote|doc-endnote|footnote|endnote|rearnote)(?:\s|$)/;

// Word's names of notes. Each note is in a `div` whose first link is the back link, as in LibreOffice.
const WORD_REFERENCE = /^#_(?:ft|ed)n\d+$/;
const WORD_BACK = /^#_(?:ft|ed)nref\d+$/;

// Note marks such as 12, [3], (a), ** or a dagger.
const MARK = /^\s*[[(]?(?:\d{1,4}|[a-z]{1,4}|[*\u2020\u2021\u00a7]{1,4})[\])]?\s*$/i;

/** Returns true if a link is declared as a note reference. */
export const isReference = (link: HtmlElement): boolean =>
  REFERENCE.test(typesOf(link)) ||
  link.attributes['data-footnote-ref'] !== undefined ||
  WORD_REFERENCE.test(link.attributes.href ?? '');

/** Returns true if a link's text is a note mark. */
export const isMark = (link: HtmlElement): boolean => MARK.test(rawText(link));

/** Returns true if an element is declared as a note. */
const isNote = (element: HtmlElement): boolean => NOTE.test(kindsOf(element));

/** Returns the id of the note that an element refers to; undefined if it is not declared as a reference. */
export function referredNote(element: HtmlElement): string | undefined {
  const href = element.name === 'a' ? (element.attributes.href ?? '') : '';
  return href.startsWith('#') && isReference(element) ? href.slice(1) : undefined;
}

/** Returns the number of the note on the same page that a link refers to. `noteNumbers` is keyed by id. */
export function noteNumber(link: HtmlElement, noteNumbers: ReadonlyMap<string, number>): number | undefined {
  const href = link.attributes.href ?? '';
  const number = href.startsWith('#') ? noteNumbers.get(href.slice(1)) : undefined;
  return number !== undefined && (isReference(link) || isMark(link)) ? number : undefined;
}

/** Returns true for the link from a note back to its reference. */
export const isBackLink = (element: HtmlElement): boolean =>
  element.name === 'a' &&
  (BACK.test(typesOf(element)) ||
    element.attributes['data-footnote-backref'] !== undefined ||
    WORD_BACK.test(element.attributes.href ?? ''));

/** Returns true for the notes section of a page. */
export const containsNotes = (element: HtmlElement): boolean => LIST.test(typesOf(element));

/** Returns true for a rule that separates notes from the text, as Markdown programs and Word write it. */
export const separatesNotes = ({ attributes }: HtmlElement): boolean =>
  /(?:^|\s)footnotes-sep(?:\s|$)/.test(attributes.class ?? '') ||
  (attributes.width === '33%' && attributes.size === '1' && attributes.align === 'left');

/** Returns link targets by id. In notes of word processors, the target of a leading link is the `div` around it. */
export function linkTargets(root: HtmlElement): ReadonlyMap<string, HtmlElement> {
  const elements = new Map<string, HtmlElement>();
  const pending: { element: HtmlElement; division?: HtmlElement | undefined }[] = [{ element: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { element, division } = next;
    const { id, name } = element.attributes;
    const target = element.name === 'a' && isBackLink(element) ? (division ?? element) : element;
    for (const key of [id, element.name === 'a' ? name : undefined])
      if (key !== undefined && !elements.has(key)) elements.set(key, target);
    const inside = element.name === 'div' ? element : division;
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at];
      if (child !== undefined && typeof child !== 'string')
        pending.push({ element: child, division: inside });
    }
  }
  return elements;
}

/** Returns the links of a page in document order. */
export const linksOf = (root: HtmlElement): HtmlElement[] =>
  [...everyElement(root)].filter(({ name }) => name === 'a');

/** Returns true if a link refers to this element as a note: the link or the element declares it. */
export const refersToNote = (link: HtmlElement, target: HtmlElement): boolean =>
  target.name !== 'a' &&
  target.name !== 'body' &&
  (isReference(link) || (isNote(target) && isMark(link) && !isBackLink(link)));

/** Finds the notes of a page: elements keyed by id, in reference order. */
export function findNotes(root: HtmlElement): Map<string, HtmlElement> {
  const targets = linkTargets(root);
  const notes = new Map<string, HtmlElement>();
  for (const link of linksOf(root)) {
    const { href = '' } = link.attributes;
    const target = href.startsWith('#') ? targets.get(href.slice(1)) : undefined;
    if (target !== undefined && refersToNote(link, target)) notes.set(href.slice(1), target);
  }
  return notes;
}
