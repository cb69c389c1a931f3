import { elementsOf, type XmlElement, type XmlNode } from '../../../shared/xml/element.ts';

// OpenDocument 1.3 part 3, 5.5: deleted text is in `text:tracked-changes` only, inserted text in the text.
const DELETION = 'text:change';
const MARK = /^text:(?:tracked-changes|change|change-start|change-end)$/;
const SHOWS = /^(?:text:(?:tab|line-break|note|bookmark-ref|page-number)|draw:.*|table:table)$/;

const hasContent = (element: XmlElement): boolean =>
  SHOWS.test(element.name) ||
  element.children.some((child) => (typeof child === 'string' ? child.trim() !== '' : hasContent(child)));

const hasDeletion = (element: XmlElement): boolean =>
  element.name === DELETION || [...elementsOf(element)].some(hasDeletion);

/** Whether nothing is left of a row but the place of a deletion. */
const isDeletedRow = (element: XmlElement): boolean =>
  element.name === 'table:table-row' && !hasContent(element) && hasDeletion(element);

/** Whether a part of an OpenDocument text contains tracked changes. */
export const hasOdtChanges = (element: XmlElement): boolean =>
  MARK.test(element.name) || [...elementsOf(element)].some(hasOdtChanges);

/** Accepts all tracked changes in a part of an OpenDocument text. */
export function acceptOdtChanges(element: XmlElement): XmlElement {
  const children = element.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [child];
    return MARK.test(child.name) || isDeletedRow(child) ? [] : [acceptOdtChanges(child)];
  });
  return { ...element, children };
}
