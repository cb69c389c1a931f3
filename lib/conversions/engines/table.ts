import type { Engine } from '../engine.ts';
import { documentExtractor, imageExtractor, tableExtractor } from './document-extractor.ts';
import { liteparse } from './liteparse.ts';
import { markdownWriter } from './markdown-writer.ts';
import { pdfParse } from './pdf-parse.ts';
import { pdfkit } from './pdfkit.ts';
import { plainText } from './plain-text.ts';
import { typst } from './typst.ts';

/** All engines. Where two can do the same, the one that stands first is asked first. */
export const engines: readonly Engine[] = [
  liteparse,
  pdfParse,
  plainText,
  pdfkit,
  typst,
  documentExtractor,
  tableExtractor,
  imageExtractor,
  markdownWriter,
];
