import { ommlToTex } from '../math/omml-to-tex.ts';
import {
  childOf,
  descendants,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../xml/element.ts';
import { alternative } from './drawing-properties.ts';

/** A piece of a paragraph: text with its properties (`a:rPr`), a line break or a formula. */
export type TextPiece =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly properties: XmlElement | undefined;
    }
  | { readonly kind: 'break' }
  | { readonly kind: 'math'; readonly tex: string };

// ECMA-376 part 1, 21.1.2.2.7: levels are 0 to 8.
const MAX_LEVEL = 8;

/** Reads the pieces of a paragraph (`a:p`) in order. Vertical tabs, which are line breaks, become line feeds. */
export function* textPieces(paragraph: XmlElement | undefined): Generator<TextPiece> {
  for (const child of elementsOf(paragraph)) {
    switch (child.name) {
      case 'a:r':
      case 'a:fld': {
        const text = textOfElement(childOf(child, 'a:t')).replaceAll('\v', '\n');
        yield { kind: 'text', text, properties: childOf(child, 'a:rPr') };
        break;
      }
      case 'a:br':
        yield { kind: 'break' };
        break;
      case 'a14:m':
        for (const formula of descendants(child, 'm:oMath')) {
          const tex = ommlToTex(formula);
          if (tex !== '') yield { kind: 'math', tex };
        }
        break;
      case 'mc:AlternateContent':
        yield* textPieces(alternative(child));
        break;
    }
  }
}

/** The relationship of a run's hyperlink; undefined if it has none. */
export const linkIdOf = (properties: XmlElement | undefined): string | undefined =>
  childOf(properties, 'a:hlinkClick')?.attributes['r:id'] || undefined;

/** The list level of a paragraph, from 0, by its properties (`a:pPr`). */
export const levelOf = (properties: XmlElement | undefined): number =>
  Math.min(MAX_LEVEL, Math.max(0, integerOf(properties, 'lvl') ?? 0));
