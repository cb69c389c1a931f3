import { type Backing, isWhite } from '../wordprocessing/hidden-texts.ts';
import { childOf, descend, elementsOf } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import type { OdfPackage } from './open-package.ts';

/** What is behind the text of an element with a style of its own. */
export function backingOf(
  family: 'paragraph' | 'table' | 'table-row' | 'table-cell' | 'graphic',
  style: string | undefined,
  { styles, backing }: OdfContext,
): Backing {
  const { background = 'transparent' } = styles.style(family, style);
  // A box without a fill may be over another one.
  if (background === 'transparent') return family === 'graphic' ? 'unknown' : backing;
  return isWhite(background) ? 'white' : 'unknown';
}

// A drawing behind the text: OpenDocument 1.3, part 3, 20.348.
const BEHIND = 'style:run-through="background"';

/** Whether nothing but white paper may be behind the text of a document. */
export function isPageWhite(odf: OdfPackage): boolean {
  const parts = ['content.xml', 'styles.xml'].map((part) => odf.archive.read(part));
  if (parts.some((bytes) => bytes !== undefined && Buffer.from(bytes).includes(BEHIND))) return false;
  const layouts = elementsOf(descend(odf.optionalPart('styles.xml'), 'office:automatic-styles'));
  return [...layouts].every((layout) => {
    const { 'draw:fill': fill = 'none', 'fo:background-color': colour = 'transparent' } =
      childOf(layout, 'style:page-layout-properties')?.attributes ?? {};
    return (fill === 'none' || fill === 'solid') && (colour === 'transparent' || isWhite(colour));
  });
}
