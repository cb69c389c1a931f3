import * as z from 'zod';

// The files that extractions produce in JSON, for the OpenAPI document and as types. `document` has its own, see `document-model.ts`.

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

const page = z.int().min(1).nullable();
const text = z.string().nullable();

const place = z
  .union([
    z.object({
      page: z.int().min(1),
      box: z
        .array(z.number())
        .min(4)
        .max(4)
        .describe('Left, top, right and bottom edges, in points from the top left corner of the page'),
    }),
    z.object({ sheet: z.string(), cells: z.string().describe('Such as B2:D9') }),
  ])
  .meta({ id: 'Place', description: 'A rectangle on a page, or cells of a sheet' });

/** One section of the result of `chunks`. */
export const chunk = z
  .object({
    index: z.int().min(0),
    text: z.string(),
    heading: text.describe('Nearest heading above the start of the chunk'),
    path: z.array(z.string()).describe('Headings above the start of the chunk, outermost first'),
    kinds: z.array(z.string()).describe('Kinds of blocks in the chunk, such as heading, text or table'),
    page_start: page,
    page_end: page,
    places: z
      .array(place)
      .describe('Where the blocks of the chunk are in the file; empty if the format has no places'),
    char_start: z.int().min(0).describe('Start in the result of extract text, in Unicode code points'),
    char_end: z.int().min(0).describe('End in the result of extract text, exclusive'),
    token_count: z.int().min(0).describe('Number of tokens in the o200k_base encoding'),
  })
  .meta({ id: 'Chunk' });

/** A section of a document for a search index. */
export type Chunk = Frozen<z.infer<typeof chunk>>;

/** The result of `chunks`. */
export const chunksResult = z
  .array(chunk)
  .meta({ id: 'ChunksResult', description: 'The result of the extract format chunks' });

/** The result of `structured`. */
export const structuredResult = z
  .object({
    document: z.object({
      title: text,
      sections: z.array(
        z.object({
          heading: text.describe('Heading of the section; null for the content before the first heading'),
          content: z.string(),
          level: z.int().min(1).max(6).nullable().describe('Level of the heading'),
          page,
        }),
      ),
    }),
    tables: z.array(z.object({ rows: z.array(z.array(z.string())), page })),
    metadata: z.object({
      pages: z.int().min(0).nullable(),
      language: text.describe('ISO 639-1 code'),
      file_type: z.string(),
    }),
  })
  .meta({ id: 'StructuredResult', description: 'The result of extract structured' });

/** The result of `structured`. */
export type StructuredDocument = Frozen<z.infer<typeof structuredResult>>;

/** One table of the result of `tables`. */
export const extractedTable = z
  .object({
    index: z.int().min(0).describe('Position in reading order'),
    page,
    caption: text.describe('Caption of the table, from the file or from the text above or below it'),
    header_rows: z.int().min(0),
    rows: z
      .array(z.array(z.string()))
      .describe('Rows of equal length. Every position that a merged cell covers contains its text'),
  })
  .meta({ id: 'ExtractedTable' });

/** One table of a document. */
export type ExtractedTable = Frozen<z.infer<typeof extractedTable>>;

/** The result of `tables` as JSON. */
export const tablesResult = z
  .array(extractedTable)
  .meta({ id: 'TablesResult', description: 'The result of the extract format tables with tables_as json' });

const sheetMetadata = z.object({
  name: z.string(),
  rows: z.int().min(0),
  columns: z.int().min(0),
  hidden: z.boolean(),
});

const pdfMetadata = z.object({
  version: text,
  stated_language: text.describe('Language that the file declares, such as en-GB'),
  tagged: z.boolean(),
  permissions: z.object({
    print: z.boolean(),
    print_high_quality: z.boolean(),
    modify: z.boolean(),
    copy: z.boolean(),
    annotate: z.boolean(),
    fill_forms: z.boolean(),
    assemble: z.boolean(),
  }),
  page_sizes: z
    .array(z.object({ width: z.number(), height: z.number(), pages: z.int().min(1) }))
    .describe('Page sizes in points, with the number of pages of each'),
  fonts: z.array(z.object({ name: z.string(), embedded: z.boolean() })),
  outline: z.array(z.object({ title: z.string(), level: z.int().min(1), page })),
  attachments: z.array(z.object({ name: z.string(), size_bytes: z.int().min(0).nullable() })),
  form_fields: z.array(z.object({ name: z.string(), type: z.string(), value: text, page: z.int().min(1) })),
  signatures: z.int().min(0),
});

/** Metadata specific to PDFs. */
export type PdfDetails = Frozen<z.infer<typeof pdfMetadata>>;
/** An outline entry of a PDF. */
export type Bookmark = PdfDetails['outline'][number];

const imageMetadata = z.object({
  width: z.int().min(1),
  height: z.int().min(1),
  dpi: z.number().nullable(),
  colour_space: z.string(),
  bits_per_channel: z.int().nullable(),
  transparency: z.boolean(),
  frames: z.int().min(1),
  camera_make: text,
  camera_model: text,
  lens: text,
});

/** Metadata of an image file. */
export type ImageDetails = Frozen<z.infer<typeof imageMetadata>>;

const declared = z.object({
  title: text,
  author: text,
  subject: text,
  keywords: text,
  creator: text,
  producer: text,
  created: text.describe('ISO 8601'),
  modified: text.describe('ISO 8601'),
  encrypted: z.boolean(),
  encoding: text.describe('Character encoding of a text file'),
  sheets: z.array(sheetMetadata).optional().describe('Sheets of a spreadsheet that have cells'),
  pdf: pdfMetadata.optional().describe('Only for a PDF'),
  image: imageMetadata.optional().describe('Only for an image'),
});

/** Metadata that a file declares. Strings are unchanged; times are ISO 8601 in UTC. */
export type DocumentInfo = Frozen<z.infer<typeof declared>>;

/** The result of `metadata`. */
export const metadataResult = declared
  .extend({
    pages: z.int().min(0).nullable(),
    language: text.describe('Language of the text (ISO 639-1); null if there is too little text'),
    file_type: z.string(),
    size_bytes: z.int().min(0),
    word_count: z.int().min(0).describe('Number of words. Each Han or Kana character counts as one'),
    character_count: z.int().min(0).describe('Number of Unicode code points, including line breaks'),
  })
  .meta({ id: 'MetadataResult', description: 'The result of extract metadata' });

/** The result of `metadata`. */
export type DocumentMetadata = Frozen<z.infer<typeof metadataResult>>;

/** The result of `document`, whose own schema is at `GET /schemas/document-1.json`. */
export const documentResult = z
  .object({
    version: z.literal(1).describe('Version of the model'),
    format: z.string().describe('Format of the file'),
    blocks: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Headings, paragraphs, lists, tables and so on, in reading order'),
  })
  .meta({
    id: 'DocumentResult',
    description: 'The result of extract document. GET /schemas/document-1.json returns its schema',
  });

/** A result in JSON that is not a file of the format json. */
export const extractionResult = z
  .union([chunksResult, structuredResult, tablesResult, metadataResult, documentResult])
  .meta({ id: 'ExtractionResult', description: 'The result of an extraction in JSON' });
