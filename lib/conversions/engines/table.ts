import type { Engine } from '../engine.ts';
import { chromiumPdf, chromiumPicture } from './chromium.ts';
import { csvReader } from './csv-reader.ts';
import { csvWriter } from './csv-writer.ts';
import { docforgeDoc } from './docforge-doc.ts';
import { docforgeDocx } from './docforge-docx.ts';
import { docforgeOdp } from './docforge-odp.ts';
import { docforgeOdt } from './docforge-odt.ts';
import { docforgePpt } from './docforge-ppt.ts';
import { docforgePptx } from './docforge-pptx.ts';
import { docforgeRtf } from './docforge-rtf.ts';
import { documentExtractor, imageExtractor, tableExtractor } from './document-extractor.ts';
import { documentSheets } from './document-sheets.ts';
import { docxWriter } from './docx-writer.ts';
import { epubReader } from './epub-reader.ts';
import { epubWriter } from './epub-writer.ts';
import { htmlReader } from './html-reader.ts';
import { htmlWriter } from './html-writer.ts';
import { imageReader } from './image-reader.ts';
import { imagesToPdf } from './images-to-pdf.ts';
import { jsonListing } from './json-document.ts';
import { jsonReader, jsonWriter } from './json-sheets.ts';
import { libreOffice, libreOfficePdf } from './libreoffice.ts';
import { liteparse } from './liteparse.ts';
import { liteparsePages } from './liteparse-pages.ts';
import { markdownReader } from './markdown-reader.ts';
import { markdownWriter } from './markdown-writer.ts';
import { odsReader } from './ods-reader.ts';
import { odtWriter } from './odt-writer.ts';
import { pdfParse } from './pdf-parse.ts';
import { pdfRepair } from './pdf-repair.ts';
import { pdfkit } from './pdfkit.ts';
import { plainText } from './plain-text.ts';
import { qpdf } from './qpdf.ts';
import { resvg } from './resvg.ts';
import { sharp } from './sharp.ts';
import { sheetDocument } from './sheet-document.ts';
import { sheetJs } from './sheetjs.ts';
import { textWriter } from './text-writer.ts';
import { typst } from './typst.ts';
import { typstDocument } from './typst-document.ts';
import { typstSvg } from './typst-svg.ts';
import { xlsxReader } from './xlsx-reader.ts';
import { xlsxWriter } from './xlsx-writer.ts';

/** All engines. Where two can do the same, the one that stands first is asked first. */
export const engines: readonly Engine[] = [
  libreOfficePdf,
  libreOffice,
  chromiumPdf,
  chromiumPicture,
  liteparse,
  liteparsePages,
  sharp,
  resvg,
  imagesToPdf,
  typstSvg,
  imageReader,
  pdfParse,
  pdfRepair,
  plainText,
  pdfkit,
  qpdf,
  typst,
  typstDocument,
  docforgeDocx,
  docforgePptx,
  docforgeOdt,
  docforgeOdp,
  docforgeRtf,
  docforgeDoc,
  docforgePpt,
  htmlReader,
  markdownReader,
  epubReader,
  jsonListing,
  documentExtractor,
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
  sheetJs,
  csvReader,
  jsonReader,
  csvWriter,
  jsonWriter,
  xlsxWriter,
  sheetDocument,
  documentSheets,
];
