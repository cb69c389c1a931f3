import { pdfOfObjects } from '../raw-pdf.ts';
import type { Content } from './content.ts';

const W = 'Marker';

/** A PDF with text, entries of its catalog and its page, and further objects from number 6. */
function pdf({
  catalog = '',
  page = '',
  content = '',
  more = [],
}: {
  readonly catalog?: string;
  readonly page?: string;
  readonly content?: string;
  readonly more?: readonly string[];
}): Buffer {
  const stream = `BT /F1 12 Tf 50 300 Td (Some text of a page) Tj ET ${content}`;
  return pdfOfObjects([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${page.startsWith('/Properties') ? page : ''}>>${page.startsWith('/Properties') ? '' : page}>>`,
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  ]);
}

const annotated = (subtype: string, entries = ''): Buffer =>
  pdf({ page: '/Annots[6 0 R]', more: [`<</Type/Annot/Subtype/${subtype}/Rect[50 40 90 60]${entries}>>`] });
const contents = `/Contents(${W})`;
const quad = '/QuadPoints[50 60 90 60 50 40 90 40]';
const field = (type: string, entries: string): Buffer =>
  pdf({
    catalog: '/AcroForm<</Fields[6 0 R]>>',
    page: '/Annots[6 0 R]',
    more: [`<</Type/Annot/Subtype/Widget/FT/${type}/T(name)/Rect[50 40 190 60]/P 3 0 R${entries}>>`],
  });
const file = ['<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 7 0 R>>>>', '<</Length 1>>\nstream\nx\nendstream'];
const layer = (state: 'ON' | 'OFF'): Buffer =>
  pdf({
    catalog: `/OCProperties<</OCGs[6 0 R]/D<</${state}[6 0 R]>>>>`,
    page: '/Properties<</L1 6 0 R>>',
    content: `/OC /L1 BDC BT /F1 12 Tf 50 200 Td (${W}) Tj ET EMC`,
    more: ['<</Type/OCG/Name(Layer)>>'],
  });

export const pdfContents: readonly Content[] = [
  { name: 'text of a layer that is shown', file: layer('ON'), word: W },
  { name: 'text of a layer that is not shown', file: layer('OFF'), word: W },
  { name: 'a comment', file: annotated('Text', contents), word: `${W}|1 comment` },
  { name: 'text that was typed onto a page', file: annotated('FreeText', contents), word: W },
  { name: 'a highlight', file: annotated('Highlight', quad), word: '1 highlight' },
  {
    name: 'a highlight with a comment',
    file: annotated('Highlight', quad + contents),
    word: `${W}|1 comment`,
  },
  { name: 'text that is struck out', file: annotated('StrikeOut', quad), word: '1 highlight' },
  { name: 'a stamp', file: annotated('Stamp', '/Name/Approved'), word: '1 stamp' },
  { name: 'ink', file: annotated('Ink', '/InkList[[50 40 90 60]]'), word: '1 drawn mark' },
  { name: 'a line', file: annotated('Line', '/L[50 40 90 60]'), word: '1 drawn mark' },
  {
    name: 'a polyline with a comment',
    file: annotated('PolyLine', `/Vertices[50 40 90 60]${contents}`),
    word: `${W}|1 comment`,
  },
  {
    name: 'a file at a place',
    file: pdf({
      page: '/Annots[8 0 R]',
      more: [...file, '<</Type/Annot/Subtype/FileAttachment/FS 6 0 R/Rect[50 40 90 60]>>'],
    }),
    word: 'a\\.txt|1 attached file',
  },
  {
    name: 'an attached file',
    file: pdf({ catalog: '/Names<</EmbeddedFiles<</Names[(a.txt)6 0 R]>>>>', more: file }),
    word: 'a\\.txt|1 attached file',
  },
  { name: 'a video', file: annotated('Screen'), word: '1 media clip' },
  { name: 'a movie', file: annotated('Movie'), word: '1 media clip' },
  { name: 'a sound', file: annotated('Sound'), word: '1 media clip' },
  { name: 'rich media', file: annotated('RichMedia'), word: '1 media clip' },
  { name: 'a 3D model', file: annotated('3D'), word: '1 3D model' },
  { name: 'a value', file: field('Tx', `/V(${W})`), word: W },
  { name: 'a choice', file: field('Ch', `/Ff 131072/Opt[(a)(${W})]/V(${W})`), word: W },
  {
    name: 'a signature',
    file: field('Sig', `/V<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>`),
    word: '1 signature',
  },
  {
    name: 'a form in XML',
    file: pdf({
      catalog: '/AcroForm<</Fields[]/XFA[(template)6 0 R]>>',
      more: ['<</Length 4>>\nstream\n<a/>\nendstream'],
    }),
    word: '1 XFA form',
  },
  {
    name: 'a script',
    file: pdf({
      catalog: '/Names<</JavaScript<</Names[(a)6 0 R]>>>>',
      more: ['<</S/JavaScript/JS(app.alert\\(1\\))>>'],
    }),
    word: '1 script',
  },
  {
    name: 'a bookmark',
    file: pdf({
      catalog: '/Outlines 6 0 R',
      more: ['<</First 7 0 R/Last 7 0 R/Count 1>>', `<</Title(${W})/Parent 6 0 R/Dest[3 0 R/Fit]>>`],
    }),
    word: W,
    leftOut: {
      markdown: 'It leads to text of a page. Extract "metadata" lists bookmarks.',
      document: 'It leads to text of a page. Extract "metadata" lists bookmarks.',
    },
  },
];
