/** An element of a page. Names of elements and attributes are in lower case. */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: HtmlNode[];
}

/** An element, or text with its entities resolved. */
export type HtmlNode = HtmlElement | string;

/**
 * How markup is read. XHTML reads `<a/>` as an empty element, HTML as a start tag. XML has no void elements and no
 * implied tags.
 */
export type MarkupSyntax = 'html' | 'xhtml' | 'xml';
