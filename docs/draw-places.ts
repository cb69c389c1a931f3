import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { ModelBlock, ModelCell } from '../lib/conversions/document/document-model.ts';
import { convert, read } from '../lib/conversions/index.ts';
import { openZip } from '../lib/conversions/shared/zip/open-zip.ts';

// Draws the boxes of a page's blocks over the page: npm run draw:places -- FILE.pdf OUTPUT.png [PAGE] [--markdown]
// With --markdown, the Markdown of the file is drawn beside the page. docs/images/result.png: docs/samples/report.html as a PDF.

const DPI = 110;
const POINTS_PER_INCH = 72;

const colours: Readonly<Record<string, string>> = {
  heading: '#c2410c',
  paragraph: '#1d4ed8',
  table: '#15803d',
  code: '#7e22ce',
  furniture: '#6b7280',
};

interface Drawn {
  readonly kind: string;
  readonly page: number;
  readonly box: readonly number[];
}

const insideCell = ({ blocks = [] }: ModelCell): Drawn[] => blocks.flatMap(placesOf);

function placesOf(block: ModelBlock): Drawn[] {
  const own = (block.places ?? []).flatMap((place) =>
    'box' in place ? [{ kind: block.kind, page: place.page, box: place.box }] : [],
  );
  if (block.kind === 'list')
    return [...own, ...block.items.flatMap(({ blocks }) => blocks.flatMap(placesOf))];
  if (block.kind === 'quote') return [...own, ...block.blocks.flatMap(placesOf)];
  if (block.kind === 'table') return [...own, ...block.rows.flat().flatMap(insideCell)];
  return own;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { markdown: { type: 'boolean', default: false } },
});
const [input = '', output = '', page = '1'] = positionals;
if (output === '') {
  process.stderr.write('npm run draw:places -- FILE.pdf OUTPUT.png [PAGE] [--markdown]\n');
  process.exit(1);
}
const pdf = readFileSync(input);
const filename = basename(input);

/** Returns the first page of a PDF, or the given one, as an image. */
async function pageImage(bytes: Uint8Array, pages = '1'): Promise<Uint8Array> {
  const result = await convert(bytes, { from: 'pdf', to: 'png', options: { pages, dpi: DPI } });
  const archive = result.extension === 'zip' ? openZip(result.bytes) : undefined;
  return archive?.read(archive.names[0] ?? '') ?? result.bytes;
}

/** Draws the boxes over the page. */
async function drawBoxes(drawn: readonly Drawn[]): Promise<Buffer> {
  const image = await pageImage(pdf, page);
  const scale = DPI / POINTS_PER_INCH;
  const boxes = drawn.map(({ kind, box }) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = box.map((edge) => edge * scale);
    const colour = colours[kind] ?? '#be185d';
    return `<rect x="${left - 2}" y="${top - 2}" width="${right - left + 4}" height="${bottom - top + 4}" fill="${colour}" fill-opacity="0.08" stroke="${colour}" stroke-width="1.5"/>`;
  });
  const { width, height } = await sharp(image).metadata();
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boxes.join('')}</svg>`;
  const { bytes: drawing } = await convert(Buffer.from(overlay), { from: 'svg', to: 'png' });
  return sharp(image)
    .composite([{ input: Buffer.from(drawing) }])
    .png({ palette: true })
    .toBuffer();
}

const kindOfLine = (line: string): string => {
  if (line.startsWith('#')) return 'heading';
  return line.startsWith('|') ? 'table' : 'paragraph';
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Draws the picture and the Markdown side by side, in the colours of the boxes. */
async function drawBeside(picture: Buffer): Promise<Uint8Array> {
  const { bytes } = await convert(pdf, { to: 'markdown', filename });
  const lines = Buffer.from(bytes).toString().trimEnd().split('\n');
  const code = lines.map(
    (line) => `<p style="color:${colours[kindOfLine(line)]}">${escaped(line)}&nbsp;</p>`,
  );
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const html = `<!doctype html><style>
    @page { size: ${width * 2 + 72}px ${height + 48}px; margin: 0 }
    body { margin: 0; padding: 24px; display: flex; gap: 24px; background: #f5f5f4 }
    img, div { width: ${width}px; height: ${height}px; box-sizing: border-box; background: #fff; box-shadow: 0 1px 3px #a8a29e }
    div { padding: 24px; font: 13px/1.6 "Noto Sans Mono", monospace; overflow: hidden }
    p { margin: 0; white-space: pre-wrap }
  </style><img alt="" src="data:image/png;base64,${picture.toString('base64')}"><div>${code.join('')}</div>`;
  const printed = await convert(Buffer.from(html), { from: 'html', to: 'pdf' });
  return sharp(await pageImage(printed.bytes))
    .png({ palette: true })
    .toBuffer();
}

const model = await read(pdf, { filename });
const furniture = model.furniture.flatMap(({ place }): Drawn[] =>
  place === undefined ? [] : [{ kind: 'furniture', ...place }],
);
const drawn = [...model.blocks.flatMap(placesOf), ...furniture].filter((each) => each.page === Number(page));
const picture = await drawBoxes(drawn);
writeFileSync(output, values.markdown ? await drawBeside(picture) : picture);
process.stdout.write(`${output}: ${drawn.length} places of page ${page}\n`);
