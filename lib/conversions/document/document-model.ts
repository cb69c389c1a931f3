import * as z from 'zod';

// The published model of documents, `extract` to `document`, and the types of its parts, which readers give and
// `document-tree.ts` builds on. Additive changes keep the version; see docs/document-model.md.

/** Version of the model. */
export const MODEL_VERSION = 1;

const index = z.int().min(0);
const length = z.number().describe('Points, 1/72 inch');

const pagePlace = z
  .object({
    page: z.int().min(1),
    box: z
      .tuple([length, length, length, length])
      .describe('Left, top, right and bottom edges, in points from the top left corner of the page'),
  })
  .meta({ id: 'page_place', description: 'A rectangle on a page as it is displayed' });

const sheetPlace = z
  .object({ sheet: z.string(), cells: z.string().describe('Such as B2:D9') })
  .meta({ id: 'sheet_place', description: 'Cells of a sheet' });

const place = z.union([pagePlace, sheetPlace]);

/** A rectangle on a page. */
export type PagePlace = Readonly<z.infer<typeof pagePlace>>;
/** Cells of a sheet. */
export type SheetPlace = Readonly<z.infer<typeof sheetPlace>>;
/** Where a part of a document is in its file. */
export type ModelPlace = PagePlace | SheetPlace;

const style = {
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  code: z.literal(true).optional(),
  superscript: z.literal(true).optional(),
  subscript: z.literal(true).optional(),
};

const inline = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('text'),
      text: z.string(),
      ...style,
      href: z
        .string()
        .optional()
        .describe('Address of a link, or # followed by the id of a place in the document'),
    }),
    z.object({ kind: z.literal('line_break') }),
    z.object({
      kind: z.literal('image'),
      image: index.describe('Index into images'),
      alt: z.string().describe('Alternative text; may be empty'),
      width: length.optional(),
      height: length.optional(),
    }),
    z.object({
      kind: z.literal('note'),
      note: index.describe('Index into notes'),
      type: z.literal('endnote').optional().describe('Set for an endnote; otherwise it is a footnote'),
    }),
    z.object({
      kind: z.literal('math'),
      tex: z.string(),
      display: z.literal(true).optional().describe('True if it is on a line of its own'),
    }),
  ])
  .meta({ id: 'inline', description: 'Part of a line' });

/** A piece of a line. */
export type ModelInline = Readonly<z.infer<typeof inline>>;

const confidence = z.number().min(0).max(1).optional();

const placedText = z.object({ text: z.string(), place: pagePlace, confidence });
const placedLine = placedText.extend({
  words: z.array(placedText).readonly().optional().describe('Words of recognized text, in reading order'),
});

/** Text as it is on its page. */
export type PlacedText = Readonly<z.infer<typeof placedText>>;
/** A line as it is on its page. */
export type PlacedLine = Readonly<z.infer<typeof placedLine>>;

const onPage = {
  id: z
    .string()
    .optional()
    .describe('Set if links in the document point to the block: their href is # followed by this id'),
  page: z.int().min(1).optional().describe('Page or slide on which the block starts'),
  places: z
    .array(place)
    .readonly()
    .optional()
    .describe('Where the block is in the file: one place for each column or page, in reading order'),
  lang: z.string().optional().describe('Language (BCP 47), if it differs from that of the document'),
  lines: z
    .array(placedLine)
    .readonly()
    .optional()
    .describe('Lines as laid out on the page, with the option lines'),
  confidence: confidence.describe('Mean confidence of the characters, for recognized text'),
};

const line = {
  content: z.array(inline).readonly(),
  align: z.enum(['left', 'center', 'right', 'justify']).optional(),
  style: z.string().optional().describe('Name of the style in the file, if kind does not express it'),
};

// TypeScript resolves the recursion through the name of an interface only.
interface Blocks extends ReadonlyArray<ModelBlock> {}
const blocks: z.ZodType<Blocks> = z.lazy(() => z.array(block).readonly());

const cell = z
  .object({
    text: z.string(),
    blocks: blocks.optional().describe('Content of the cell, if it is more than text'),
    place: place.optional().describe('Box around the text on a page, or the cells of a sheet'),
    confidence: confidence.describe('Mean confidence of the characters, for recognized text'),
    column_span: z.int().min(2).optional(),
    row_span: z.int().min(2).optional(),
    align: z.enum(['left', 'center', 'right']).optional(),
  })
  .meta({ id: 'cell', description: 'A cell of a table. Positions that a merged cell covers have none.' });

const item = z
  .object({
    label: z.string().optional().describe('Label in an ordered list, such as a) or 1.2.'),
    checked: z.boolean().optional().describe('Set for a task'),
    terms: index
      .optional()
      .describe('For a definition list: how many of the first blocks are terms; the others define them'),
    blocks,
  })
  .meta({ id: 'list_item', description: 'An item of a list' });

const block = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('heading'),
      level: z.int().min(1).max(6),
      label: z
        .string()
        .optional()
        .describe('Label before the text, such as 1.2. or Article IV; not part of content'),
      ...line,
      ...onPage,
    }),
    z.object({
      kind: z.literal('paragraph'),
      role: z.literal('caption').optional().describe('Set for the caption of the figure or table next to it'),
      ...line,
      ...onPage,
    }),
    z.object({
      kind: z.literal('list'),
      ordered: z.boolean(),
      start: z.int().optional().describe('Number of the first item of an ordered list'),
      items: z.array(item).readonly(),
      ...onPage,
    }),
    z.object({
      kind: z.literal('table'),
      header_rows: index,
      header_columns: z
        .int()
        .min(1)
        .optional()
        .describe('Number of leading columns whose cells are row headers'),
      caption: z.string().optional(),
      rows: z.array(z.array(cell).readonly()).readonly(),
      ...onPage,
    }),
    z.object({ kind: z.literal('code'), text: z.string(), language: z.string().optional(), ...onPage }),
    z.object({
      kind: z.literal('quote'),
      role: z.literal('speaker_notes').optional().describe('Set for the speaker notes of a slide'),
      blocks,
      ...onPage,
    }),
    z.object({ kind: z.literal('rule'), ...onPage }),
    z.object({ kind: z.literal('page_break'), ...onPage }),
  ])
  .meta({ id: 'block', description: 'A block, in reading order' });

/** A cell of a table. */
export type ModelCell = Readonly<z.infer<typeof cell>>;
/** An item of a list. */
export type ModelItem = Readonly<z.infer<typeof item>>;
/** A block, in reading order. */
export type ModelBlock = Readonly<z.infer<typeof block>>;

const said = z.string().nullable();

/** A document as a tree: everything that readers find. */
export const documentModel = z
  .object({
    version: z.literal(MODEL_VERSION),
    format: z.string().describe('Format of the file'),
    page_count: z
      .int()
      .nullable()
      .describe(
        'Number of pages of the file, including pages that were not read; null if the format has none',
      ),
    language: said.describe('Language that the file declares, otherwise that of its text (BCP 47)'),
    metadata: z
      .object({
        title: said,
        author: said,
        subject: said,
        keywords: said,
        creator: said,
        producer: said,
        created: said,
        modified: said,
      })
      .describe('Metadata that the file declares. Times are in ISO 8601'),
    pages: z
      .array(z.object({ number: z.int().min(1), width: length, height: length }))
      .describe('Pages that were read; empty if the format has none'),
    blocks: z.array(block),
    notes: z.array(z.array(block)).describe('Footnotes and endnotes'),
    sections: z
      .array(
        z.object({
          kind: z.enum(['slide', 'sheet', 'file']),
          number: z.int().min(1).describe('Position in the file, from 1'),
          title: z.string().nullable().describe('Slide title, sheet name or file path'),
          hidden: z.literal(true).optional().describe('Set if the program hides the part'),
          first_block: index.describe('Index into blocks'),
          block_count: index,
        }),
      )
      .describe(
        'Slides, sheets or files of an archive, in order, with the blocks of each; empty if the format has none',
      ),
    images: z.array(
      z.object({
        name: z.string().describe('File name in the result of extract images'),
        mime_type: z.string(),
        bytes: z.int().describe('Size of the image file'),
        page: z.int().min(1).optional(),
        data: z.base64().optional().describe('Content of the file, with the option image_data'),
      }),
    ),
    comments: z
      .array(
        z.object({
          author: said,
          created: said,
          text: z.string(),
          quote: z
            .string()
            .optional()
            .describe('Text to which the comment refers, or the start of that text'),
          page: z.int().min(1).optional(),
          place: sheetPlace.optional().describe('Cell to which the comment refers'),
        }),
      )
      .describe('Comments, in reading order'),
    attachments: z
      .array(z.object({ name: z.string(), mime_type: z.string(), bytes: z.int() }))
      .describe('Attached files, such as those of a message'),
    form_fields: z
      .array(
        z.object({
          name: z.string(),
          type: z.string().describe('Type of the field, such as text, checkbox or combobox'),
          value: z.string().nullable().describe('Value in the file; null if it is empty or a password'),
          place: pagePlace.optional(),
        }),
      )
      .describe('Form fields, including empty ones'),
    hidden_text: z
      .array(
        z.object({
          text: z.string(),
          reason: z.enum([
            'invisible',
            'tiny',
            'transparent',
            'same_colour',
            'covered',
            'clipped',
            'off_page',
          ]),
          place: pagePlace.optional(),
        }),
      )
      .describe('Hidden text, which blocks do not contain'),
    furniture: z
      .array(z.object({ kind: z.enum(['header', 'footer']), text: z.string(), place: pagePlace.optional() }))
      .describe(
        'Page headers, page footers and line numbers, which blocks do not contain. They have a place if they were found on a page',
      ),
  })
  .meta({ title: 'DocForge document', description: 'The result of extract to document' });

/** A document in the published model. */
export type DocumentModel = z.infer<typeof documentModel>;

type Entry<List extends keyof DocumentModel> = Readonly<
  Extract<DocumentModel[List], readonly unknown[]>[number]
>;

/** The size of a page as it is displayed. */
export type PageSize = Entry<'pages'>;
/** A slide, a sheet or a file of an archive. */
export type Section = Entry<'sections'>;
/** A reader's remark on a document. */
export type Comment = Entry<'comments'>;
/** A file that comes with a document. */
export type AttachedFile = Entry<'attachments'>;
/** A field of a form. */
export type FormField = Entry<'form_fields'>;
/** Text that nobody can see on its page. */
export type HiddenText = Entry<'hidden_text'>;
/** A header or footer. */
export type Furniture = Entry<'furniture'>;

/** The model as JSON Schema (draft 2020-12). */
export const documentSchema = (): { readonly $schema: string } => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...z.toJSONSchema(documentModel, { target: 'draft-2020-12', io: 'output' }),
});
