import type { Target } from '../../lib/conversions/engine/engine.ts';

/** A document, its target, and what the result must and must not contain. */
type CorpusRow = Target & {
  readonly file: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly includes: readonly string[];
  readonly excludes?: readonly string[];
};

const text = { operation: 'convert', to: 'text' } as const;
const markdown = { operation: 'convert', to: 'markdown' } as const;
const html = { operation: 'convert', to: 'html' } as const;
const csv = { operation: 'convert', to: 'csv' } as const;
const json = { operation: 'convert', to: 'json' } as const;
const tables = { operation: 'extract', to: 'tables' } as const;
const metadata = { operation: 'extract', to: 'metadata' } as const;
const chunks = { operation: 'extract', to: 'chunks' } as const;
const withoutPictures = { images: 'none' } as const;

/** Known properties of single documents. */
export const rows: readonly CorpusRow[] = [
  {
    file: 'pdf/02-tracemonkey-2col.pdf',
    ...markdown,
    includes: [
      'Trace-based Just-in-Time Type Specialization for Dynamic',
      '# 1. Introduction',
      'Dynamic languages such as JavaScript are more difficult to compile than statically typed ones.',
    ],
    excludes: ['com-\npile', '\u0000'],
  },
  {
    file: 'pdf/54-aes256-userpw-secret.pdf',
    ...text,
    options: { password: 'secret' },
    includes: ['\n'],
  },
  { file: 'pdf/51-no-xref.pdf', ...text, includes: ['Trace-based Just-in-Time'] },
  { file: 'pdf/31-lshort-zh.pdf', ...text, options: { pages: '1-10' }, includes: ['LATEX'] },
  {
    file: 'pdf/01-hello.pdf',
    ...text,
    includes: ['Lorem ipsum dolor sit amet, consetetur sadipscing elitr'],
  },
  {
    file: 'pdf/10-rtl01.pdf',
    ...markdown,
    includes: ['# تحسين الإنتاجية وحل المشكلات من خلال البرمجة بلغة R وPython'],
  },
  { file: 'pdf/43-cjk-90ms.pdf', ...text, includes: ['Hello ASCII', '日本語テスト'] },
  {
    file: 'pdf/14-normal4.pdf',
    ...markdown,
    includes: ['코로나-19 관련 보험약관상 재해보험금 지급문제 및 개선과제'],
  },
  {
    file: 'pdf/17-warn-report.pdf',
    ...markdown,
    options: { pages: '1' },
    includes: [
      '| 06/22/2015 | 03/25/2016 | 07/01/2015 | Maxim Integrated Product | San Jose | 150 | Closure Permanent |',
    ],
  },
  {
    file: 'pdf/41-medicine-table.pdf',
    ...tables,
    includes: ['"Lignocaine HCI I.P Inj."', '"Sub centre"'],
  },
  { file: 'pdf/41-medicine-table.pdf', ...csv, includes: ['Med No,Item Sr. No,Drug name,Category'] },
  { file: 'pdf/55-aes128-ownerpw.pdf', ...text, includes: ['코로나-19'] },
  { file: 'pdf/56-bitflips200.pdf', ...text, includes: ['Trace-based'] },
  {
    file: 'office/docx_checkboxes.docx',
    ...markdown,
    includes: ['- [x] Design\n', '- [ ] Documentation of the task'],
  },
  {
    file: 'office/docx_code_blocks.docx',
    ...markdown,
    includes: [
      'Call the `printf` function',
      '```\nimport sys\n',
      '```\nSELECT * FROM users WHERE active = 1;\n```',
    ],
  },
  {
    file: 'office/docx_list_resumed_numbering.docx',
    ...markdown,
    includes: ['2. Second ordered item', '- bullet two', '3. Third ordered item'],
  },
  {
    file: 'office/docx_list_blank_spacer.docx',
    ...markdown,
    includes: ['   - 1.1 Sub one', 'Prose that belongs under Sub one.', '2. Second section'],
  },
  { file: 'office/endnotes.docx', ...markdown, includes: ['Ouch[^1]', '[^1]: A tachyon walks into a bar.'] },
  {
    file: 'office/footnote-hyperlink.docx',
    ...html,
    includes: ['<a href="http://www.example.com">Example</a>'],
  },
  { file: 'office/omml_frac_superscript.docx', ...markdown, includes: ['{\\frac{(x-c)}{v}}^{2}'] },
  {
    file: 'office/omml_multi_equation_paragraph.docx',
    ...markdown,
    includes: ['$$\na=b\n$$', '$$\nc=d\n$$'],
    excludes: ['a=bc=d'],
  },
  { file: 'office/strikethrough.docx', ...markdown, includes: ["~~Today's Special: Salmon~~ Sold out"] },
  {
    file: 'office/tablecell.docx',
    ...markdown,
    includes: ['- Hello world1', '| A | B | C |', 'Some text after'],
  },
  { file: 'office/tables.docx', ...json, includes: ['"Top left":"Bottom left"'] },
  { file: 'office/word_tables.docx', ...html, includes: ['<td colspan="2">Merged Cell 1.1 1.2</td>'] },
  { file: 'office/comments.docx', ...text, includes: ['Ouch.'] },
  {
    file: 'office/drawingml.docx',
    ...markdown,
    options: withoutPictures,
    includes: ['| Category 4 | 4.5 | 2.8 | 5 |'],
  },
  { file: 'office/Strict.docx', ...text, includes: ['Some text'] },
  { file: 'office/utf8-bom.docx', ...text, includes: ['This XML has a byte order mark.'] },
  {
    file: 'office/tests_test_with_comment.docx',
    ...chunks,
    includes: ['AutoGen is an open-source framework'],
  },
  {
    file: 'office/greek_heading_styles.doc',
    ...markdown,
    includes: ['## Problem mit lokalisierten Dokumenten'],
  },
  {
    file: 'office/text_document_01.odt',
    ...markdown,
    options: withoutPictures,
    includes: ['# heading level 1.0', '## Heading level 2: A'],
  },
  { file: 'office/Unstructured_fake.odt', ...text, includes: ['Lorem ipsum dolor sit amet.'] },
  {
    file: 'office/Unstructured_fake-doc.rtf',
    ...markdown,
    includes: ['# My First Heading', 'My first paragraph.'],
    excludes: ['\\pard'],
  },
  {
    file: 'office/tests_test.epub',
    ...markdown,
    includes: ['# Chapter 1: Test Content', '- A bullet point', '> This is a blockquote for testing.'],
  },
  { file: 'office/epub_purvis_poetry.epub', ...metadata, includes: ['Poetry', 'Sarah Louisa Forten Purvis'] },
  {
    file: 'office/Unstructured_winter-sports.epub',
    ...text,
    includes: ['Winter Sports in Switzerland, by E. F. Benson'],
  },
  {
    file: 'office/xlsx_05_table_with_title.xlsx',
    ...markdown,
    includes: ['Number of freshwater ducks per year\n\n| Year | Freshwater Ducks |'],
  },
  { file: 'office/xlsx_03_chartsheet.xlsx', ...csv, includes: ['2024,180,130,310'] },
  {
    file: 'office/tests_test.xlsx',
    ...json,
    options: { sheet: 'Sheet1' },
    includes: ['{"Alpha":89,"Beta":82,"Gamma":100,"Delta":12}'],
  },
  {
    file: 'office/Unstructured_stanley-cups.xlsx',
    ...html,
    includes: ['Stanley Cups Since 67', '<td>Maple Leafs</td>'],
  },
  { file: 'office/legacy_sample.xls', ...csv, includes: ['2019,120', '2024,180'] },
  {
    file: 'office/tests_test.xls',
    ...markdown,
    includes: ['| 58 | 6ff4173b-42a5-4784-9b19-f49caff4d93d | 22 | 9 |'],
  },
  { file: 'office/Unstructured_stanley-cups.csv', ...json, includes: ['"Maple Leafs"'] },
  {
    file: 'office/pptx_chart.pptx',
    ...markdown,
    includes: ['## Quarterly Duck Survey', '| 2022 | 175 | 130 |'],
  },
  { file: 'office/tests_test.pptx', ...text, includes: ['2cdda5c8-e50e-4db4-b5f0-9722a649f455'] },
  {
    file: 'office/Unstructured_notes.ppt',
    ...markdown,
    includes: ['## Detecting notes', 'Here are important notes'],
  },
  {
    file: 'office/Unstructured_notes.ppt',
    ...markdown,
    options: { notes: false },
    includes: ['Detect notes on this slide'],
    excludes: ['Here are important notes'],
  },
  {
    file: 'office/odf_presentation_01.odp',
    ...markdown,
    options: withoutPictures,
    includes: ['# Test Table Slide', '- And baz things'],
  },
  {
    file: 'office/tests_test.json',
    ...text,
    includes: ['"5b64c88c-b3c3-4510-bcb8-da0b200602d8": "uuid_key"'],
  },
  {
    file: 'office/tests_test_blog.html',
    ...markdown,
    options: { main_content: true },
    includes: ['AutoGen'],
    excludes: ['Skip to main content'],
  },
  { file: 'images/p200-003.png', ...text, includes: ['shake their fists at these newfangled technologies'] },
  { file: 'images/qr_bill_example.jpg', ...text, includes: ['9400 Rorschach', 'Bill no. 3139'] },
  {
    file: 'images/webp-test.webp',
    ...text,
    includes: ['Docling bundles PDF document conversion to JSON and Markdown'],
  },
  { file: 'images/2206.01062.tif', ...text, includes: ['DocLayNet: A Large Human-Annotated Dataset'] },
];
