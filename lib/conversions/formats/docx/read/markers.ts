import type { XmlElement } from '../../../shared/xml/element.ts';
import type { DocxContext } from './context.ts';

/** Reads an element that only marks a position in a line or between paragraphs: a bookmark, or an end of a commented text. */
export function readMarker(
  { name, attributes }: XmlElement,
  { anchors, comments }: Pick<DocxContext, 'anchors' | 'comments'>,
): void {
  switch (name) {
    case 'w:bookmarkStart':
      anchors.add(attributes['w:name']);
      break;
    case 'w:commentRangeStart':
      comments.start(attributes['w:id']);
      break;
    case 'w:commentRangeEnd':
      comments.end(attributes['w:id']);
      break;
  }
}
