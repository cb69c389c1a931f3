/**
 * How a document looks on pages. Readers add layout only if the target shows pages (`showsPages`), so that other results
 * do not depend on it, and only the PDF writer reads it. Lengths are in points, colours are `#rrggbb`, and properties that
 * are undefined have the default of the element around them.
 */

/** A length for each side of a box. */
export interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A length for some sides of a box. */
export type PartialSides = { readonly [Side in keyof Sides]?: number | undefined };

/** A visible line. */
export interface Border {
  readonly width: number;
  readonly colour: string;
  /** Default: solid. */
  readonly dash?: 'dotted' | 'dashed' | 'double' | undefined;
  /** Distance to the content, for paragraphs. */
  readonly space?: number | undefined;
}

/** The borders of a box; undefined sides have none. */
export interface Borders {
  readonly top?: Border | undefined;
  readonly right?: Border | undefined;
  readonly bottom?: Border | undefined;
  readonly left?: Border | undefined;
}

/** The borders of a table. */
export interface TableBorders extends Borders {
  /** Between rows and between columns. */
  readonly horizontal?: Border | undefined;
  readonly vertical?: Border | undefined;
}

/** How a run of text looks, besides its style. */
export interface RunLayout {
  /** Family as the document names it; the writer replaces one that it does not have. */
  readonly font?: string | undefined;
  readonly size?: number | undefined;
  readonly colour?: string | undefined;
  readonly background?: string | undefined;
  readonly capitals?: 'all' | 'small' | undefined;
  /** Extra space between characters; may be negative. */
  readonly spacing?: number | undefined;
}

/** The height of a line: a multiple of the font's own, or in points. */
export interface LineHeight {
  readonly rule: 'multiple' | 'exact' | 'least';
  readonly value: number;
}

/** A tab stop. */
export interface TabStop {
  /** Distance from the left margin. */
  readonly at: number;
  readonly align: 'left' | 'center' | 'right';
  /** Fills the space of the tab. */
  readonly leader?: '.' | '-' | '_' | undefined;
}

/** How a paragraph, heading or list item is laid out. */
export interface ParagraphLayout {
  readonly spaceBefore?: number | undefined;
  readonly spaceAfter?: number | undefined;
  /** Omit the space between paragraphs of this style. */
  readonly contextual?: string | undefined;
  readonly lineHeight?: LineHeight | undefined;
  /** Distances of the text from the margins. */
  readonly left?: number | undefined;
  readonly right?: number | undefined;
  /** Added to `left` in the first line; negative for a hanging indent. */
  readonly firstLine?: number | undefined;
  readonly keepWithNext?: true | undefined;
  readonly keepTogether?: true | undefined;
  readonly breakBefore?: true | undefined;
  readonly background?: string | undefined;
  readonly borders?: Borders | undefined;
  /** The label of a list item. It starts at the first line's indent; the text starts at `left`. */
  readonly marker?: { readonly text: string; readonly layout?: RunLayout | undefined } | undefined;
  readonly tabs?: readonly TabStop[] | undefined;
  /** Text default, which also determines the height of an empty paragraph. */
  readonly text?: RunLayout | undefined;
}

/** The height of a row. */
export interface RowHeight {
  readonly rule: 'exact' | 'least';
  readonly value: number;
}

/** How a table is laid out. */
export interface TableLayout {
  /** One for each column of the grid. */
  readonly columnWidths?: readonly number[] | undefined;
  /** By row; undefined for the height of the content. */
  readonly rowHeights?: readonly (RowHeight | undefined)[] | undefined;
  /** Distance from the left margin. */
  readonly indent?: number | undefined;
  readonly align?: 'left' | 'center' | 'right' | undefined;
  readonly borders?: TableBorders | undefined;
  /** Default of all cells. */
  readonly padding?: Sides | undefined;
  /** Default of all text, and the layout of cells that are strings. */
  readonly text?: RunLayout | undefined;
}

/** How a cell is laid out. */
export interface CellLayout {
  readonly background?: string | undefined;
  /** Replaces the table's borders on the sides that it has; null removes them. */
  readonly borders?: { readonly [Side in keyof Borders]?: Border | null | undefined } | undefined;
  readonly verticalAlign?: 'top' | 'middle' | 'bottom' | undefined;
  readonly padding?: PartialSides | undefined;
}

/** What a page header or footer contains: on the first page of its section, on even pages, and on the others. */
export interface PageParts<Block> {
  readonly default?: readonly Block[] | undefined;
  /** An empty list shows nothing; undefined shows the default. */
  readonly first?: readonly Block[] | undefined;
  readonly even?: readonly Block[] | undefined;
}

/** The pages of a section. */
export interface PageSetup<Block> {
  readonly width: number;
  readonly height: number;
  /** From the page's edge to the text. */
  readonly margins: Sides;
  readonly columns?: { readonly count: number; readonly gap: number } | undefined;
  /** Whether the section starts a page; ignored in the first one. */
  readonly start: 'page' | 'odd_page' | 'even_page' | 'continuous';
  readonly header?: PageParts<Block> | undefined;
  readonly footer?: PageParts<Block> | undefined;
  /** From the page's edge to the header and the footer. */
  readonly headerDistance?: number | undefined;
  readonly footerDistance?: number | undefined;
  /** Number of the section's first page. Default: continues. */
  readonly firstPageNumber?: number | undefined;
  /** Default of all text in the section. */
  readonly text?: RunLayout | undefined;
}

const pageTargets: readonly string[] = ['pdf', 'png', 'jpeg', 'webp', 'tiff'];

/** Whether a conversion target shows the pages of a document: a PDF, or images of its pages. */
export const showsPages = (
  target: { readonly operation: 'convert' | 'extract'; readonly to: string } | undefined,
): boolean => target?.operation === 'convert' && pageTargets.includes(target.to);

/** The block lists in the header and footer of a section. */
export const pagePartsOf = <Block>({ header, footer }: PageSetup<Block>): (readonly Block[])[] =>
  [header, footer].flatMap((parts) =>
    [parts?.default, parts?.first, parts?.even].filter((blocks) => blocks !== undefined),
  );
