import type { Comment } from '../../document/document-model.ts';
import { childOf, elementsOf, textOfElement, type XmlElement } from '../xml/element.ts';

const textIn = (parent: XmlElement | undefined): string =>
  parent === undefined ? '' : textOfElement(parent).trim();

/** Reads a comment (`office:annotation`; OpenDocument 1.3, part 3, 14.1). */
export function readOdfComment(element: XmlElement): Comment {
  const lines = [...elementsOf(element)].filter(({ name }) => name === 'text:p' || name === 'text:list');
  return {
    author: textIn(childOf(element, 'dc:creator')) || null,
    created: textIn(childOf(element, 'dc:date')) || null,
    text: lines.map(textOfElement).join('\n').trim(),
  };
}
