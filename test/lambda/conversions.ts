import { convert } from '../../lib/conversions/index.ts';
import { makePdf, makePng, makeReport } from '../conversions/sample-files.ts';

/** A job and its expected report. */
type Conversion = {
  /** The construct of the expected worker. */
  readonly worker: 'convertDocument' | 'convertWebPage' | 'convertOfficeDocument';
  readonly title: string;
  readonly document: () => Promise<Uint8Array> | Uint8Array;
  readonly path: '/convert' | '/extract';
  readonly body: object;
  readonly engine: string;
};

const markdown = Buffer.from('# Harvest\n\nApples and **pears**, $x^2$.\n');
const rtf = Buffer.from('{\\rtf1\\ansi Apples and pears.\\par}');
const html = Buffer.from(
  '<!doctype html><title>Harvest</title><h1>Harvest</h1><p>Apples and <b>pears</b>.</p>',
);
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
);

/** A page of text as an image, for text recognition. */
const pictureOfText = async (): Promise<Uint8Array> => {
  const page = await makePdf((document) => document.fontSize(14).text('The orchards were full of pickers.'), {
    size: [400, 200],
  });
  return (await convert(page, { to: 'png', options: { dpi: 150 } })).bytes;
};

/** One document for each native library or external program. */
export const conversions: readonly Conversion[] = [
  {
    worker: 'convertDocument',
    title: 'pdf to text',
    document: () => makeReport(),
    path: '/convert',
    body: { to: 'text' },
    engine: 'liteparse-pdf-reader',
  },
  {
    worker: 'convertDocument',
    title: 'pdf to pdf',
    document: () => makeReport(),
    path: '/convert',
    body: { to: 'pdf' },
    engine: 'qpdf-pdf-to-pdf',
  },
  {
    worker: 'convertDocument',
    title: 'image to text',
    document: pictureOfText,
    path: '/extract',
    body: { format: 'text' },
    engine: 'liteparse-image-reader + docforge-text-extractor',
  },
  {
    worker: 'convertDocument',
    title: 'markdown to pdf',
    document: () => markdown,
    path: '/convert',
    body: { from: 'markdown', to: 'pdf' },
    engine: 'typst-pdf-writer',
  },
  {
    worker: 'convertDocument',
    title: 'png to jpeg',
    document: () => makePng(64),
    path: '/convert',
    body: { to: 'jpeg' },
    engine: 'sharp-image-to-image',
  },
  {
    worker: 'convertDocument',
    title: 'svg to png',
    document: () => svg,
    path: '/convert',
    body: { from: 'svg', to: 'png' },
    engine: 'resvg-svg-to-image',
  },
  {
    worker: 'convertWebPage',
    title: 'html to pdf',
    document: () => html,
    path: '/convert',
    body: { from: 'html', to: 'pdf' },
    engine: 'chromium-html-to-pdf',
  },
  {
    worker: 'convertOfficeDocument',
    title: 'rtf to pdf',
    document: () => rtf,
    path: '/convert',
    body: { from: 'rtf', to: 'pdf' },
    engine: 'libreoffice-wasm-office-to-pdf',
  },
];
