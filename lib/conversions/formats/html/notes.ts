import type { HtmlElement } from './html-node.ts';

const typesOf = ({ attributes }: HtmlElement): string =>
  [attributes.role, attributes['epub:type'], attributes.class].filter((type) => type !== undefined).join(' ');

// WAI-ARIA for publishing (DPUB-ARIA 1.1), EPUB structural semantics, and the classes of common markdown programs.
const REFERENCE = /(?:^|\s)(?:doc-noteref|noteref|footnote-ref|footnoteRef|footnote-reference)(?:\s|$)/;
const BACK =
  /(?:^|\s)(?:doc-backlink|backlink|footnote-back\w*|footnote-backref|data-footnote-backref)(?:\s|$)/;
const LIST = /(?:^|\s)(?:doc-endnotes|doc-footnotes|footnotes|endnotes)(?:\s|$)/;

/** Returns the id of the note that an element refers to; undefined if it is not a note reference. */
export function referredNote(element: HtmlElement): string | undefined {
  if (element.name !== 'a') return undefined;
  const href = element.attributes.href ?? '';
  if (!href.startsWith('#')) return undefined;
  return REFERENCE.test(typesOf(element)) || element.attributes['data-footnote-ref'] !== undefined
    ? href.slice(1)
    : undefined;
}

/** Whether an element links back from a note. */
export const isBackLink = (element: HtmlElement): boolean =>
  element.name === 'a' &&
  (BACK.test(typesOf(element)) || element.attributes['data-footnote-backref'] !== undefined);

/** Whether an element is the notes section of a page. */
export const containsNotes = (element: HtmlElement): boolean => LIST.test(typesOf(element));

/** Finds the notes of a page: elements keyed by id, in reference order. */
export function findNotes(root: HtmlElement): Map<string, HtmlElement> {
  const referenced: string[] = [];
  const elements = new Map<string, HtmlElement>();
  const pending: HtmlElement[] = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const { id } = element.attributes;
    if (id !== undefined && !elements.has(id)) elements.set(id, element);
    const note = referredNote(element);
    if (note !== undefined) referenced.push(note);
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at];
      if (child !== undefined && typeof child !== 'string') pending.push(child);
    }
  }
  const notes = new Map<string, HtmlElement>();
  for (const id of referenced) {
    const element = elements.get(id);
    if (element !== undefined && element.name !== 'a' && element.name !== 'body') notes.set(id, element);
  }
  return notes;
}
