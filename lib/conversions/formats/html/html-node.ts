import type { XmlElement, XmlNode } from '../../shared/xml/element.ts';

/** An element of a page. Names of elements and attributes are in lower case. */
export type HtmlElement = XmlElement;

/** An element, or text with its entities resolved. */
export type HtmlNode = XmlNode;

/**
 * How markup is read. XHTML reads `<a/>` as an empty element, HTML as a start tag. XML has no void elements and no
 * implied tags.
 */
export type MarkupSyntax = 'html' | 'xhtml' | 'xml';
