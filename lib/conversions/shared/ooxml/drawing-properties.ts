import { childOf, type XmlElement } from '../xml/element.ts';

const recognised =
  /Description automatically generated(?: with \w+ confidence)?|AI-generated content may be incorrect\.?/;

/** A description without what says nothing about the picture: that a program made it up, or the name of a file. */
export function cleanAlt(text: string): string {
  const described = text
    .split(recognised)
    .map((part) => part.trim())
    .join(' ')
    .trim();
  return /^[^\s/]+\.(?:png|jpe?g|gif|bmp|tiff?|svg|webp|emf|wmf)$/i.test(described) ? '' : described;
}

/** The description of `wp:docPr` or `pic:cNvPr`; its name is none. */
export const altOf = (properties: XmlElement | undefined): string =>
  cleanAlt(properties?.attributes.descr ?? properties?.attributes.title ?? '');

/**
 * What a newer program draws, or else what is there for older ones: never both. ECMA-376 part 3, 7.6; a choice that needs
 * what is not known may still be read, since it differs in looks.
 */
export const alternative = (element: XmlElement): XmlElement | undefined =>
  childOf(element, 'mc:Choice') ?? childOf(element, 'mc:Fallback');
