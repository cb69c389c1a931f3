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
      .describe('Left, top, right and bottom edge in points from the top left corner of the page'),
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
        .describe('The address of a link, or # and the id of a place in the document'),
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
      type: z.literal('endnote').optional().describe('If it is an endnote; else it is a footnote'),
    }),
    z.object({
      kind: z.literal('math'),
      tex: z.string(),
      display: z.literal(true).optional().describe('Whether it is on its own line'),
    }),
  ])
  .meta({ id: 'inline', description: 'A piece of a line' });

/** A piece of a line. */
export type ModelInline = Readonly<z.infer<typeof inline>>;

const confidence = z.number().min(0).max(1).optional();

const placedText = z.object({ text: z.string(), place: pagePlace, confidence });
const placedLine = placedText.extend({
  words: z
    .array(placedText)
    .readonly()
    .optional()
    .describe('Of recognized text: its words in the order of the text'),
});

/** Text as it is on its page. */
export type PlacedText = Readonly<z.infer<typeof placedText>>;
/** A line as it is on its page. */
export type PlacedLine = Readonly<z.infer<typeof placedLine>>;

const onPage = {
  id: z
    .string()
    .optional()
    .describe('Set if links in the document point to it: their href is # followed by this'),
  page: z.int().min(1).optional().describe('The page or slide it starts on'),
  places: z
    .array(place)
    .readonly()
    .optional()
    .describe('Where it is in the file, in reading order: one for each column or page that it is in'),
  lang: z.string().optional().describe('Language in BCP 47; only if it is not the language of the document'),
  lines: z
    .array(placedLine)
    .readonly()
    .optional()
    .describe('Its lines as they are on the page, with the option lines'),
  confidence: confidence.describe('Of recognized text: the mean of its characters'),
};

const line = {
  content: z.array(inline).readonly(),
  align: z.enum(['left', 'center', 'right', 'justify']).optional(),
  style: z.string().optional().describe('Name of its style in the file, if kind does not tell it'),
};

// TypeScript resolves the recursion through the name of an interface only.
interface Blocks extends ReadonlyArray<ModelBlock> {}
const blocks: z.ZodType<Blocks> = z.lazy(() => z.array(block).readonly());

const cell = z
  .object({
    text: z.string(),
    blocks: blocks.optional().describe('Its content, if it is more than text'),
    place: place.optional().describe('Around its text on a page, or its cells of a sheet'),
    confidence: confidence.describe('Of recognized text: the mean of its characters'),
    column_span: z.int().min(2).optional(),
    row_span: z.int().min(2).optional(),
    align: z.enum(['left', 'center', 'right']).optional(),
  })
  .meta({ id: 'cell', description: 'A cell of a table. Positions that a merged cell covers have none.' });

const item = z
  .object({
    label: z.string().optional().describe('The label as shown in an ordered list, such as a) or 1.2.'),
    checked: z.boolean().optional().describe('Of a task'),
    terms: index
      .optional()
      .describe('Of a definition list: how many of its first blocks are the terms that the others define'),
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
        .describe('The label as shown before its text, such as 1.2. or Article IV; not part of content'),
      ...line,
      ...onPage,
    }),
    z.object({
      kind: z.literal('paragraph'),
      role: z
        .literal('caption')
        .optional()
        .describe('If it is the caption of the figure or table next to it'),
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
        .describe('Number of columns, from the first, whose cells are the headers of their rows'),
      caption: z.string().optional(),
      rows: z.array(z.array(cell).readonly()).readonly(),
      ...onPage,
    }),
    z.object({ kind: z.literal('code'), text: z.string(), language: z.string().optional(), ...onPage }),
    z.object({
      kind: z.literal('quote'),
      role: z.literal('speaker_notes').optional().describe('If it is what the speaker of the slide says'),
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
    format: z.string().describe('The format of the file'),
    page_count: z.int().nullable().describe('Pages of the file, read or not; null if the format has none'),
    language: said.describe('The language that the file declares, or else that its text is in (BCP 47)'),
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
      .describe('What the file says of itself; times in ISO 8601'),
    pages: z
      .array(z.object({ number: z.int().min(1), width: length, height: length }))
      .describe('The pages that were read; empty if the format has none'),
    blocks: z.array(block),
    notes: z.array(z.array(block)).describe('Footnotes and endnotes'),
    sections: z
      .array(
        z.object({
          kind: z.enum(['slide', 'sheet', 'file']),
          number: z.int().min(1).describe('Position in the file, from 1'),
          title: z.string().nullable().describe('Title of the slide, name of the sheet, or path of the file'),
          hidden: z.literal(true).optional().describe('If the program hides it'),
          first_block: index.describe('Index into blocks'),
          block_count: index,
        }),
      )
      .describe(
        'Slides, sheets, or files of an archive, in order, and the blocks of each; empty if the format has none',
      ),
    images: z.array(
      z.object({
        name: z.string().describe('Its file in the result of extract to images'),
        mime_type: z.string(),
        bytes: z.int().describe('Its size'),
        page: z.int().min(1).optional(),
        data: z.base64().optional().describe('The file, with the option image_data'),
      }),
    ),
    comments: z
      .array(
        z.object({
          author: said,
          created: said,
          text: z.string(),
          quote: z.string().optional().describe('The text that it is about, or its start'),
          page: z.int().min(1).optional(),
          place: sheetPlace.optional().describe('The cell that it is about'),
        }),
      )
      .describe('Remarks of readers, in the order of the text'),
    attachments: z
      .array(z.object({ name: z.string(), mime_type: z.string(), bytes: z.int() }))
      .describe('Files that come with the document, such as those of a message'),
    form_fields: z
      .array(
        z.object({
          name: z.string(),
          type: z.string().describe('Such as text, checkbox or combobox'),
          value: z.string().nullable().describe('As the file has it; null if it is empty or a password'),
          place: pagePlace.optional(),
        }),
      )
      .describe('Fields of a form, filled in or not'),
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
      .describe('Text that nobody can see on its page, which blocks leave out'),
    furniture: z
      .array(z.object({ kind: z.enum(['header', 'footer']), text: z.string(), place: pagePlace.optional() }))
      .describe(
        'Headers and footers of pages, and numbers of lines, which blocks leave out; with a place if they were found on a page',
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
