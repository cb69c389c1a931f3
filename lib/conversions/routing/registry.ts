import type { Engine } from '../engine/engine.ts';
import { asciidocReader } from '../formats/asciidoc/reader.ts';
import { csvReader, tsvReader } from '../formats/csv/reader.ts';
import { csvWriter, tsvWriter } from '../formats/csv/writer.ts';
import { docReader } from '../formats/doc/reader.ts';
import { docxReader } from '../formats/docx/reader.ts';
import { docxWriter } from '../formats/docx/writer.ts';
import { epubReader } from '../formats/epub/reader.ts';
import { epubWriter } from '../formats/epub/writer.ts';
import { flatPacker } from '../formats/flat-opendocument/packer.ts';
import { chromiumPdf, chromiumPicture } from '../formats/html/browser-printer.ts';
import { htmlReader } from '../formats/html/reader.ts';
import { htmlWriter } from '../formats/html/writer.ts';
import { bitmapBridge } from '../formats/image/bitmap/bridge.ts';
import { sharp } from '../formats/image/converter.ts';
import { imageReader } from '../formats/image/reader.ts';
import { imageWords } from '../formats/image/words.ts';
import { ipynbReader } from '../formats/ipynb/reader.ts';
import { jsonListing } from '../formats/json/listing.ts';
import { jsonReader, jsonWriter } from '../formats/json/workbook-engines.ts';
import { latexReader } from '../formats/latex/reader.ts';
import { mhtmlReader } from '../formats/mail/reader.ts';
import { markdownReader } from '../formats/markdown/reader.ts';
import { markdownWriter } from '../formats/markdown/writer.ts';
import { odpReader } from '../formats/odp/reader.ts';
import { odsReader } from '../formats/ods/reader.ts';
import { odtReader } from '../formats/odt/reader.ts';
import { odtWriter } from '../formats/odt/writer.ts';
import { libreOffice, libreOfficePdf } from '../formats/office/converter.ts';
import { orgReader } from '../formats/org/reader.ts';
import { qpdf } from '../formats/pdf/operations/engine.ts';
import { liteparsePages } from '../formats/pdf/page-renderer.ts';
import { pdfParse } from '../formats/pdf/pdf-parse.ts';
import { liteparse } from '../formats/pdf/reader.ts';
import { pdfRepair } from '../formats/pdf/repairing-reader.ts';
import { pdfWords } from '../formats/pdf/words.ts';
import { typstDocument } from '../formats/pdf/write/from-document.ts';
import { imagesToPdf } from '../formats/pdf/write/from-images.ts';
import { harfbuzz } from '../formats/pdf/write/from-plain-text.ts';
import { typstSvg, typstSvgUnfiltered } from '../formats/pdf/write/from-svg.ts';
import { typst } from '../formats/pdf/write/from-text.ts';
import { pptxReader } from '../formats/pptx/reader.ts';
import { rstReader } from '../formats/rst/reader.ts';
import { rtfReader } from '../formats/rtf/reader.ts';
import { srtReader, vttReader } from '../formats/subtitles/reader.ts';
import { resvg, resvgUnfiltered } from '../formats/svg/renderer.ts';
import { svgUnpacker } from '../formats/svg/unpacker.ts';
import { textChunker, textReader } from '../formats/text/reader.ts';
import { textWriter } from '../formats/text/writer.ts';
import { xlsReader } from '../formats/xls/reader.ts';
import { dbfReader, difReader } from '../formats/xls/table-file-readers.ts';
import { xlsbReader } from '../formats/xls/xlsb-reader.ts';
import { xlsxReader } from '../formats/xlsx/reader.ts';
import { xlsxWriter } from '../formats/xlsx/writer.ts';
import { xmlBridge } from '../formats/xml/bridge.ts';
import { xmlReader } from '../formats/xml/reader.ts';
import { yamlBridge } from '../formats/yaml/bridge.ts';
import { documentSheets } from '../hubs/document-to-workbook.ts';
import {
  chunkExtractor,
  documentExtractor,
  imageExtractor,
  modelExtractor,
  tableExtractor,
} from '../hubs/extractors.ts';
import { sheetDocument } from '../hubs/workbook-to-document.ts';
import { createContainerReaders } from './container-readers.ts';
import { createRouteTable, type RouteTable } from './routes.ts';

/** The engines that convert single documents. */
const documentEngines: readonly Engine[] = [
  libreOfficePdf,
  libreOffice,
  flatPacker,
  bitmapBridge,
  svgUnpacker,
  yamlBridge,
  xmlBridge,
  chromiumPdf,
  chromiumPicture,
  liteparse,
  liteparsePages,
  sharp,
  resvg,
  resvgUnfiltered,
  imagesToPdf,
  typstSvg,
  typstSvgUnfiltered,
  imageReader,
  imageWords,
  pdfWords,
  pdfParse,
  pdfRepair,
  textReader,
  textChunker,
  harfbuzz,
  qpdf,
  typst,
  typstDocument,
  docxReader,
  pptxReader,
  odtReader,
  odpReader,
  rtfReader,
  docReader,
  htmlReader,
  markdownReader,
  epubReader,
  mhtmlReader,
  asciidocReader,
  latexReader,
  rstReader,
  orgReader,
  xmlReader,
  ipynbReader,
  srtReader,
  vttReader,
  jsonListing,
  documentExtractor,
  chunkExtractor,
  modelExtractor,
  tableExtractor,
  imageExtractor,
  markdownWriter,
  htmlWriter,
  textWriter,
  docxWriter,
  odtWriter,
  epubWriter,
  xlsxReader,
  odsReader,
  xlsReader,
  xlsbReader,
  dbfReader,
  difReader,
  csvReader,
  tsvReader,
  jsonReader,
  csvWriter,
  tsvWriter,
  jsonWriter,
  xlsxWriter,
  sheetDocument,
  documentSheets,
];

/** The engines with those that also read the files inside their own files, which replace the engine of the same name. */
function withContainers(single: readonly Engine[]): readonly Engine[] {
  const readers = new Map(createContainerReaders(single).map((reader) => [reader.name, reader]));
  const replaced = single.map((engine) => readers.get(engine.name) ?? engine);
  return [...new Set([...replaced, ...readers.values()])];
}

/** All engines. Of equally long routes, the one whose engine comes first runs first. */
export const engines: readonly Engine[] = withContainers(documentEngines);

/** The routes that the library has: everything that the engines can do, wherever they are installed. */
export const libraryRoutes: RouteTable = createRouteTable(engines);
