import { childOf, type XmlElement } from '../xml/element.ts';

const recognized =
  /Description automatically generated(?: with \w+ confidence)?|AI-generated content may be incorrect\.?/;

/** Removes the uninformative parts of an image description: notices about generated text, and file names. */
export function cleanAlt(text: string): string {
  const described = text
    .split(recognized)
    .map((part) => part.trim())
    .join(' ')
    .trim();
  return /^[^\s/]+\.(?:png|jpe?g|gif|bmp|tiff?|svg|webp|emf|wmf)$/i.test(described) ? '' : described;
}

/** Returns the description in `wp:docPr` or `pic:cNvPr`, but not its generic name. */
export const altOf = (properties: XmlElement | undefined): string =>
  cleanAlt(properties?.attributes.descr ?? properties?.attributes.title ?? '');

/**
 * Returns the content for newer programs, or else the fallback for older ones (ECMA-376 part 3, 7.6). A choice that
 * requires an unknown namespace is used too, because it usually differs only in style.
 */
export const alternative = (element: XmlElement): XmlElement | undefined =>
  childOf(element, 'mc:Choice') ?? childOf(element, 'mc:Fallback');
