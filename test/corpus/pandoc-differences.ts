import type { Structure } from '../conversions/second-opinion/peer-structure.ts';

/** Where we and pandoc read a document of the collection differently, and why ours stays. */
interface Difference {
  /** The name of the file. */
  readonly file: string;
  readonly of: keyof Structure;
  readonly why: string;
}

const headerRows = 'pandoc leaves out the header rows of OpenDocument.';
const charts = 'The values of a chart are a table.';
const listTable = 'pandoc takes the destinations of lists in RTF for text.';

export const differences: readonly Difference[] = [
  { file: 'contract_redline.docx', of: 'tables', why: 'pandoc keeps a row whose deletion is tracked.' },
  { file: 'eq_fields.docx', of: 'formulas', why: 'pandoc does not read EQ fields.' },
  { file: 'Unstructured_winter-sports.epub', of: 'tables', why: 'pandoc fills short rows with empty cells.' },
  { file: 'drawingml.docx', of: 'tables', why: charts },
  { file: 'testWORD_charts.docx', of: 'tables', why: charts },
  {
    file: 'testWORD_2006ml.docx',
    of: 'tables',
    why: 'The values of a chart, a row whose deletion is tracked, and a table in a text box.',
  },
  { file: 'list_after_num_headers.docx', of: 'numbers', why: 'A numbered heading is no item of a list.' },
  {
    file: 'word_tables.docx',
    of: 'tables',
    why: 'pandoc ignores the columns that a row leaves out before its cells.',
  },
  {
    file: 'epub-features.epub',
    of: 'formulas',
    why: 'pandoc cannot read all elements of elementary MathML.',
  },
  {
    file: 'odt-orderedListHeader.odt',
    of: 'numbers',
    why: 'pandoc numbers list headers, which have no number.',
  },
  { file: 'odt-tableWithSpans.odt', of: 'tables', why: headerRows },
  { file: 'testODT-TIKA-6000.odt', of: 'tables', why: headerRows },
  { file: 'rtf-list_legacy.rtf', of: 'numbers', why: 'pandoc does not read the numbers of Word 95 in RTF.' },
  { file: 'rtf-table_nested.rtf', of: 'tables', why: 'pandoc does not read nested tables in RTF.' },
  { file: 'testRTFListLibreOffice.rtf', of: 'numbers', why: listTable },
  { file: 'testRTFListMicrosoftWord.rtf', of: 'numbers', why: listTable },
  { file: 'testRTFVarious.rtf', of: 'tables', why: 'pandoc adds an empty row at the end.' },
  {
    file: 'testWORD_numbered_list.docx',
    of: 'numbers',
    why: 'pandoc leaves out the lists of text boxes and notes.',
  },
];
