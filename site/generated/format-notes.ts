import type { Format } from '../../lib/conversions/formats.ts';

/** The groups of the list of formats. */
export const families = [
  'PDF',
  'Word processing',
  'Spreadsheets and data',
  'Presentations',
  'Web pages and books',
  'Markup',
  'Mail and archives',
  'Images',
  'Subtitles',
] as const;

/** What the pages of a format add to the data of its engines. */
type FormatNote = {
  readonly family: (typeof families)[number];
  /** What is read and what is lost, in Markdown. */
  readonly notes: readonly string[];
};

const wordProcessing =
  'Conversions keep headings, paragraphs, character styles, lists with their numbers, tables with merged cells, footnotes, links, images, charts (as tables of their values), text boxes and formulas. Comments, tracked changes, headers and footers are kept apart from the text.';
const printed =
  'PDF and images of pages look as the office program prints them. Text formats contain the content and structure of the document, without fonts, colours and columns.';
const macros = 'Macros never run and are left out.';
const workbook =
  'Cells are values: numbers in full precision, dates as ISO 8601, formulas as their results. [Spreadsheets](/docs/spreadsheets/) describes types, formulas, merged cells and hidden sheets.';
const slides =
  'Conversions keep titles, text, lists, tables, images, charts and speaker notes of the slides, in reading order. Animations and transitions are lost.';
const noFiles = 'Files that the document includes are not fetched; a warning names what is missing.';
const recognized =
  'Images convert to other images and to PDF as they are. For text, tables and the other targets, the words are [recognized](/docs/guides/ocr/).';
const flat = (format: string): string =>
  `An OpenDocument file as one XML document. It is read as ${format}, with the same content and losses.`;

/** The notes of each format. */
export const formatNotes: Readonly<Record<Format, FormatNote>> = {
  pdf: {
    family: 'PDF',
    notes: [
      'Text formats contain headings, paragraphs, lists, tables, footnotes, images, links and form values in reading order, and `document` also contains their places. Scanned pages go through [text recognition](/docs/guides/ocr/).',
      'A PDF has no paragraphs or tables of its own: they are inferred from the positions of its characters. Check the first results of a new kind of document. Fonts and the page design do not survive a conversion to an editable format; docx and odt keep colours, sizes and alignment.',
      'A [conversion to pdf](/docs/guides/pdf-operations/) joins, splits, rotates, watermarks, compresses, encrypts and repairs.',
    ],
  },
  docx: { family: 'Word processing', notes: [wordProcessing, printed, macros] },
  doc: { family: 'Word processing', notes: [wordProcessing, printed, macros] },
  odt: { family: 'Word processing', notes: [wordProcessing, printed, macros] },
  fodt: { family: 'Word processing', notes: [flat('odt')] },
  rtf: { family: 'Word processing', notes: [wordProcessing, printed] },
  xlsx: { family: 'Spreadsheets and data', notes: [workbook, macros] },
  xls: { family: 'Spreadsheets and data', notes: [workbook, macros] },
  xlsb: { family: 'Spreadsheets and data', notes: [workbook, macros] },
  ods: { family: 'Spreadsheets and data', notes: [workbook, macros] },
  fods: { family: 'Spreadsheets and data', notes: [flat('ods')] },
  csv: {
    family: 'Spreadsheets and data',
    notes: [
      'Encoding and delimiter are detected. Numbers, dates and truth values become typed where the target has types. [Spreadsheets](/docs/spreadsheets/#csv) has the rules.',
    ],
  },
  tsv: {
    family: 'Spreadsheets and data',
    notes: ['Read and written like [csv](/docs/formats/csv/), with a tab between fields.'],
  },
  dbf: {
    family: 'Spreadsheets and data',
    notes: ['The records of one table, with the names of its fields.'],
  },
  dif: { family: 'Spreadsheets and data', notes: ['One sheet of values, without formats.'] },
  json: {
    family: 'Spreadsheets and data',
    notes: [
      'A list of records, or one record per line (JSON Lines), becomes a sheet. For text and PDF, other JSON is listed unchanged. [Spreadsheets](/docs/spreadsheets/#json) has the shapes.',
    ],
  },
  yaml: {
    family: 'Spreadsheets and data',
    notes: ['Read as the JSON with the same values. Comments, tags and anchors are lost.'],
  },
  xml: {
    family: 'Spreadsheets and data',
    notes: [
      'JATS articles and DocBook books are read as documents with sections, tables, figures and references. Other XML becomes a listing, or records for csv, JSON and xlsx. DTDs and external entities are never loaded.',
    ],
  },
  pptx: { family: 'Presentations', notes: [slides, printed, macros] },
  ppt: { family: 'Presentations', notes: [slides, printed, macros] },
  odp: { family: 'Presentations', notes: [slides, printed, macros] },
  fodp: { family: 'Presentations', notes: [flat('odp')] },
  html: {
    family: 'Web pages and books',
    notes: [
      'PDF and images are printed by Chromium, without network and without scripts: only images and styles inside the file are shown. The other targets have the text, headings, lists, tables, links and images of the page; `main_content` keeps only the article.',
      'A zip of a page and its files is read as the page with its images.',
    ],
  },
  mhtml: {
    family: 'Web pages and books',
    notes: [
      'A page that a browser saved with its images and styles as one file. It is read like [html](/docs/formats/html/).',
    ],
  },
  epub: {
    family: 'Web pages and books',
    notes: [
      'All chapters in the order of the book, with its title, authors, notes and images. A book with DRM is refused. Fonts and page design are lost.',
    ],
  },
  text: {
    family: 'Markup',
    notes: [
      'The encoding is detected. Empty lines separate paragraphs; text in columns keeps its columns in PDF. Extractions return the text unchanged.',
    ],
  },
  markdown: {
    family: 'Markup',
    notes: [
      'CommonMark with tables, footnotes, task lists, formulas and front matter. Embedded HTML is read as in a web page. Images at other addresses are not fetched.',
    ],
  },
  asciidoc: { family: 'Markup', notes: ['The whole language as Asciidoctor reads it.', noFiles] },
  rst: {
    family: 'Markup',
    notes: ['The language with the directives and roles of docutils and Sphinx.', noFiles],
  },
  org: { family: 'Markup', notes: ['Documents as Emacs exports them. No code runs.', noFiles] },
  latex: {
    family: 'Markup',
    notes: [
      'The text, sections, lists, tables, notes, formulas and references of the document, with its own macros expanded. Nothing is compiled, so packages that draw or compute have no effect.',
      noFiles,
    ],
  },
  ipynb: {
    family: 'Markup',
    notes: [
      'Text, code and outputs of each cell; each output in its richest readable form. A warning names the types of outputs that cannot be shown, such as interactive charts.',
    ],
  },
  eml: {
    family: 'Mail and archives',
    notes: [
      'The header fields, the text (HTML if the message has it), images in the text and the names of the attachments. `attachments: "read"` adds the content of each attachment. [Mail and archives](/docs/guides/mail-and-archives/) has more.',
    ],
  },
  msg: {
    family: 'Mail and archives',
    notes: ['An Outlook message, read like [eml](/docs/formats/eml/).'],
  },
  zip: {
    family: 'Mail and archives',
    notes: [
      'All files of the archive become one document, each under a heading with its path. [Mail and archives](/docs/guides/mail-and-archives/) has the rules.',
    ],
  },
  srt: {
    family: 'Subtitles',
    notes: [
      'The text of the subtitles as paragraphs; `timestamps` adds their times. Positions and colours are lost.',
    ],
  },
  vtt: {
    family: 'Subtitles',
    notes: [
      'The text of the subtitles as paragraphs; `timestamps` adds their times. Positions, styles and notes are lost.',
    ],
  },
  png: { family: 'Images', notes: [recognized, 'Only the first frame of an animated PNG is read.'] },
  jpeg: { family: 'Images', notes: [recognized] },
  webp: { family: 'Images', notes: [recognized] },
  tiff: { family: 'Images', notes: [recognized, 'Each page of the file is read.'] },
  gif: { family: 'Images', notes: [recognized] },
  avif: { family: 'Images', notes: [recognized] },
  bmp: { family: 'Images', notes: [recognized] },
  ico: { family: 'Images', notes: [recognized, 'The largest image of the icon is read.'] },
  jp2: { family: 'Images', notes: [recognized] },
  svg: {
    family: 'Images',
    notes: [
      'A drawing becomes an image of any resolution, or a PDF that stays sharp. Scripts and references to other files are ignored, and fonts that are not installed are substituted.',
    ],
  },
  svgz: { family: 'Images', notes: ['A compressed drawing, read like [svg](/docs/formats/svg/).'] },
};
