import { integerOf, type XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';

// An element can request any number.
const MAX_SPACES = 1_000;

/** The spaces that a `text:s` element represents (OpenDocument 1.3, part 3, 6.1.3). Counts them as characters of the document. */
export function spacesOf(element: XmlElement, { budget }: Pick<OdfContext, 'budget'>): string {
  const count = Math.min(MAX_SPACES, Math.max(1, integerOf(element, 'text:c') ?? 1));
  budget.spend('characters', count);
  return ' '.repeat(count);
}
