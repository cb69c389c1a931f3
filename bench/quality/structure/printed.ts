import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { convert } from '../../../lib/conversions/index.ts';
import type { Paper, PaperBlock, Piece } from './paper.ts';
import type { StructureTruth } from './truth.ts';

const run = promisify(execFile);

/** A style of pages that Chromium or LibreOffice prints. */
interface PrintedStyle {
  readonly name: string;
  readonly split: StructureTruth['split'];
  readonly by: 'chromium' | 'libreoffice';
  readonly css: string;
}

const page =
  '@page{size:A4;margin:22mm;@top-left{content:"RUNNING";font-size:8pt}@bottom-center{content:counter(page);font-size:8pt}}';

export const printedStyles: readonly PrintedStyle[] = [
  {
    name: 'chromium-serif',
    split: 'fit',
    by: 'chromium',
    css: `${page}body{font:10.5pt/1.4 serif}figcaption,caption{font-size:9pt;text-align:left}`,
  },
  { name: 'office-plain', split: 'fit', by: 'libreoffice', css: '' },
  {
    name: 'chromium-sans',
    split: 'test',
    by: 'chromium',
    css: `${page}body{font:10pt/1.5 sans-serif;columns:2}h1{font-size:13pt}h2{font-size:11pt}h3{font-size:10pt;font-style:italic;font-weight:normal}figcaption,caption{font-size:9pt;font-style:italic}`,
  },
];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const chart = ([one = '', two = '', three = '', four = '']: readonly string[]): string =>
  `<svg width="320" height="190" font-size="11"><path d="M40 150H300M40 150V10" stroke="black" fill="none"/><path d="M40 140C90 60 120 120 160 90S230 40 290 30" stroke="blue" fill="none"/><rect x="60" y="100" width="20" height="50" fill="teal"/><rect x="120" y="70" width="20" height="80" fill="teal"/>${[10, 20, 30, 40].map((value, at) => `<text x="${60 + at * 55}" y="165">${value}</text><text x="18" y="${145 - at * 35}">${value}</text>`).join('')}<text x="130" y="182">${one}</text><text x="44" y="14">${two}</text><text x="200" y="24">${three}</text><text x="200" y="120">${four}</text></svg>`;

function htmlOf(paper: Paper, css: string): string {
  const notes: string[] = [];
  let figures = 0;
  let tables = 0;
  const piece = (part: Piece): string => {
    if (typeof part === 'string') return escaped(part);
    if ('tex' in part) return 'x<sub>i</sub>';
    notes.push(part.note);
    return `<sup>${notes.length}</sup>`;
  };
  const block = (one: PaperBlock): string => {
    switch (one.kind) {
      case 'heading':
        return `<h${one.level}>${escaped(one.text)}</h${one.level}>`;
      case 'paragraph':
        return `<p>${one.pieces.map(piece).join('')}</p>`;
      case 'theorem':
        return `<p><b>Theorem 1.</b> <i>${escaped(one.text)}</i></p>`;
      case 'list':
        return `<${one.ordered ? 'ol' : 'ul'}>${one.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</${one.ordered ? 'ol' : 'ul'}>`;
      case 'formula':
        return '<p style="text-align:center"><i>E = mv</i><sup>2</sup> + 1</p>';
      case 'figure':
        figures += 1;
        return `<figure>${chart(one.labels)}<figcaption>Figure ${figures}: ${escaped(one.caption)}</figcaption></figure>`;
      case 'table':
        tables += 1;
        return `<table><caption>Table ${tables}. ${escaped(one.caption)}</caption>${one.rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
    }
  };
  const body = paper.blocks.map(block).join('\n');
  return `<!doctype html><html><head><style>${css.replaceAll('RUNNING', paper.running)}</style></head><body><h1>${paper.title}</h1><p>${paper.authors.join(', ')}</p><p>${escaped(paper.abstract)}</p>${body}</body></html>`;
}

function markdownOf(paper: Paper): string {
  const notes: string[] = [];
  let tables = 0;
  const piece = (part: Piece): string => {
    if (typeof part === 'string') return part.replaceAll('[', '\\[');
    if ('tex' in part) return '*x*';
    notes.push(part.note);
    return `[^${notes.length}]`;
  };
  const block = (one: PaperBlock): string => {
    switch (one.kind) {
      case 'heading':
        return `${'#'.repeat(one.level)} ${one.text}`;
      case 'paragraph':
        return one.pieces.map(piece).join('');
      case 'theorem':
        return `**Theorem 1.** *${one.text}*`;
      case 'list':
        return one.items
          .map((item, at) => `${one.ordered ? `${at + 1}.` : '-'} ${item.replaceAll('[', '\\[')}`)
          .join('\n');
      case 'formula':
        return '$E = mv^2$';
      case 'figure':
        return '';
      case 'table':
        return `| ${one.rows
          .map((row) => row.join(' | '))
          .join(' |\n| ')
          .replace('\n', '\n|---|--:|--:|\n')} |\n\n: Table ${++tables}. ${one.caption}`;
    }
  };
  const body = paper.blocks.map(block).join('\n\n');
  const all = `# ${paper.title}\n\n${body}\n\n`;
  return `${all}${notes.map((note, at) => `[^${at + 1}]: ${note.replaceAll('[', '\\[')}`).join('\n\n')}\n`;
}

/** Prints a paper; returns the path of the PDF. */
export async function writePrinted(paper: Paper, style: PrintedStyle, folder: string): Promise<string> {
  const pdf = join(folder, 'paper.pdf');
  if (style.by === 'chromium') {
    const html = Buffer.from(htmlOf(paper, style.css));
    const { bytes } = await convert(html, { from: 'html', to: 'pdf' });
    await writeFile(pdf, bytes);
    return pdf;
  }
  await writeFile(join(folder, 'paper.md'), markdownOf(paper));
  await run('pandoc', ['-f', 'markdown', '-o', 'paper.docx', 'paper.md'], { cwd: folder });
  await run('soffice', ['--headless', '--convert-to', 'pdf', 'paper.docx'], { cwd: folder });
  return pdf;
}
