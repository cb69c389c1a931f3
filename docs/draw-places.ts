import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import sharp from 'sharp';
import type { ModelBlock, ModelCell } from '../lib/conversions/document/document-model.ts';
import { convert, read } from '../lib/conversions/index.ts';
import { openZip } from '../lib/conversions/shared/zip/open-zip.ts';

// Draws the boxes of a page's blocks over the page: npm run draw:places -- FILE.pdf OUTPUT.png [PAGE]

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

const [input = '', output = '', page = '1'] = process.argv.slice(2);
if (output === '') {
  process.stderr.write('npm run draw:places -- FILE.pdf OUTPUT.png [PAGE]\n');
  process.exit(1);
}
const pdf = readFileSync(input);
const filename = basename(input);
const model = await read(pdf, { filename });
const furniture = model.furniture.flatMap(({ place }): Drawn[] =>
  place === undefined ? [] : [{ kind: 'furniture', ...place }],
);
const drawn = [...model.blocks.flatMap(placesOf), ...furniture].filter((each) => each.page === Number(page));
const { bytes, extension } = await convert(pdf, { to: 'png', filename, options: { pages: page, dpi: DPI } });
const archive = extension === 'zip' ? openZip(bytes) : undefined;
const image = archive?.read(archive.names[0] ?? '') ?? bytes;
const scale = DPI / POINTS_PER_INCH;
const boxes = drawn.map(({ kind, box }) => {
  const [left = 0, top = 0, right = 0, bottom = 0] = box.map((edge) => edge * scale);
  const colour = colours[kind] ?? '#be185d';
  return `<rect x="${left - 2}" y="${top - 2}" width="${right - left + 4}" height="${bottom - top + 4}" fill="${colour}" fill-opacity="0.08" stroke="${colour}" stroke-width="1.5"/>`;
});
const { width, height } = await sharp(image).metadata();
const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boxes.join('')}</svg>`;
const { bytes: drawing } = await convert(Buffer.from(overlay), { from: 'svg', to: 'png' });
writeFileSync(
  output,
  await sharp(image)
    .composite([{ input: Buffer.from(drawing) }])
    .png({ palette: true })
    .toBuffer(),
);
process.stdout.write(`${output}: ${drawn.length} places of page ${page}\n`);
