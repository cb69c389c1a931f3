import type { createTextSink } from '../../base/result-size.ts';
import type { Edges } from '../geometry/box.ts';
import { escapeMarkup } from '../markup/escape-markup.ts';
import type { PlacedWord, WordLine, WordPage } from './word-lines.ts';

// hOCR 1.2, http://kba.github.io/hocr-spec/1.2/. Boxes are whole pixels.

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
<title></title>
<meta http-equiv="Content-Type" content="text/html;charset=utf-8"/>
<meta name="ocr-system" content="DocForge"/>
<meta name="ocr-capabilities" content="ocr_page ocr_line ocrx_word"/>
</head>
<body>
`;

const box = ({ left, top, right, bottom }: Edges, dpi: number): string =>
  `bbox ${[left, top, right, bottom].map((edge) => Math.max(0, Math.round((edge * dpi) / 72))).join(' ')}`;

const wordBox = ({ x, y, width, height }: PlacedWord, dpi: number): string =>
  box({ left: x, top: y, right: x + width, bottom: y + height }, dpi);

const confidence = (word: PlacedWord): string =>
  word.confidence === undefined ? '' : `; x_wconf ${Math.round(word.confidence * 100)}`;

const wordMarkup = (word: PlacedWord, id: string, dpi: number): string =>
  `<span class="ocrx_word" id="${id}" title="${wordBox(word, dpi)}${confidence(word)}">${escapeMarkup(word.text)}</span>`;

function lineMarkup(line: WordLine, id: string, dpi: number): string {
  const words = line.words.map((word, at) => wordMarkup(word, `word_${id}_${at + 1}`, dpi));
  return `<span class="ocr_line" id="line_${id}" title="${box(line, dpi)}">${words.join(' ')}</span>`;
}

/** Writes pages as hOCR: their words with boxes in pixels at a resolution, and confidences from 0 to 100. */
export function writeHocr(
  pages: readonly WordPage[],
  dpi: number,
  sink: ReturnType<typeof createTextSink>,
): void {
  sink.push(HEAD);
  for (const { number, width, height, lines } of pages) {
    const page = box({ left: 0, top: 0, right: width, bottom: height }, dpi);
    sink.push(
      `<div class="ocr_page" id="page_${number}" title="${page}; ppageno ${number - 1}; scan_res ${Math.round(dpi)} ${Math.round(dpi)}">\n`,
    );
    for (const [at, line] of lines.entries()) sink.push(`${lineMarkup(line, `${number}_${at + 1}`, dpi)}\n`);
    sink.push('</div>\n');
  }
  sink.push('</body>\n</html>\n');
}
