import { changeMark, isInVersion } from '../wordprocessing/review.ts';
import type { Changes } from '../wordprocessing/review-options.ts';
import { childOf, elementsOf, textOfElement, type XmlElement } from '../xml/element.ts';

/** The tracked changes of a text (OpenDocument 1.3, part 3, 5.5). */
export interface TrackedChanges {
  /** Adds the changes of `text:tracked-changes`, which precede the text. */
  readonly declare: (element: XmlElement) => void;
  /** Reads a mark in the text. Returns the deletion that is read there, if there is one; each is read once. */
  readonly mark: (element: XmlElement) => XmlElement | undefined;
  /** Whether a row without text had text in another version. */
  readonly emptied: (row: XmlElement) => boolean;
  /** Whether the text at this place is read. */
  readonly isShown: () => boolean;
  /** The style of inserted text at this place, and of deleted text. */
  readonly insertion: () => ReturnType<typeof changeMark>;
  readonly deletion: ReturnType<typeof changeMark>;
}

const hasDeletion = (element: XmlElement): boolean =>
  element.name === 'text:change' || [...elementsOf(element)].some(hasDeletion);

const unchanged = { isInserted: false, isDeleted: false };

/** Creates the state of a text from whose changes one version, or both, is read. */
export function createTrackedChanges(changes: Changes): TrackedChanges {
  const insertions = new Set<string>();
  const deletions = new Map<string, XmlElement>();
  const open = new Set<string>();
  let isChanged = false;
  const state = () => ({ ...unchanged, isInserted: open.size > 0 });
  return {
    declare: (element) => {
      isChanged = true;
      for (const region of elementsOf(element)) {
        const id = region.attributes['text:id'] ?? region.attributes['xml:id'] ?? '';
        const deletion = childOf(region, 'text:deletion');
        if (deletion !== undefined && changes !== 'final') deletions.set(id, deletion);
        else if (childOf(region, 'text:insertion') !== undefined) insertions.add(id);
      }
    },
    mark: ({ name, attributes }) => {
      const id = attributes['text:change-id'] ?? '';
      if (name === 'text:change-start' && insertions.has(id)) open.add(id);
      if (name === 'text:change-end') open.delete(id);
      if (name !== 'text:change') return undefined;
      const deletion = deletions.get(id);
      deletions.delete(id);
      return deletion;
    },
    emptied: (row) => isChanged && (hasDeletion(row) || textOfElement(row).trim() !== ''),
    isShown: () => isInVersion(state(), changes),
    insertion: () => changeMark(state(), changes),
    deletion: changeMark({ ...unchanged, isDeleted: true }, changes),
  };
}
