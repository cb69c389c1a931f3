import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ExtractFormat, Format } from '../../lib/conversions/formats.ts';
import { convert, extract } from '../../lib/conversions/index.ts';

// Makes the sample files of the first page from their HTML, a picture of each, and favicon.ico: node site/first-page/make-samples.ts

const scanDpi = 140;
const pictureDpi = 110;

const sources = join(import.meta.dirname, 'samples');
const samples = join(import.meta.dirname, '..', '..', 'lib', 'try', 'samples');
const pictures = join(import.meta.dirname, 'pages');

const to = async (bytes: Uint8Array, format: Format, options = {}): Promise<Uint8Array> =>
  (await convert(bytes, { to: format, options })).bytes;

const fromHtml = async (name: string, format: Format): Promise<Uint8Array> =>
  to(await readFile(join(sources, `${name}.html`)), format);

/** Grey noise with a normal distribution (Box-Muller), the same each time. */
const noise = (length: number, mean: number, sigma: number): Uint8ClampedArray => {
  let state = 7;
  // Park and Miller's minimal standard generator: 1 to 2^31 - 2.
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Uint8ClampedArray.from(
    { length },
    () => mean + sigma * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()),
  );
};

/** A page as a cheap scanner sees it: turned a little, grey, blurred and with noise. */
const scanned = async (page: Uint8Array): Promise<Uint8Array> => {
  const { width, height } = await sharp(page).metadata();
  const grain = await sharp(noise(width * height, 128, 7), { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const turned = await sharp(page)
    .flatten({ background: '#fff' })
    .greyscale()
    .rotate(0.7, { background: '#fff' })
    .resize(width, height, { fit: 'cover' })
    .linear(0.87, 20)
    .blur(0.5)
    .toBuffer();
  return sharp(turned)
    .composite([{ input: grain, blend: 'soft-light' }])
    .greyscale()
    .withMetadata({ density: scanDpi })
    .jpeg({ quality: 50, mozjpeg: true })
    .toBuffer();
};

const readText = async (filename: string, format: ExtractFormat): Promise<string> => {
  const bytes = await readFile(join(samples, filename));
  return new TextDecoder().decode((await extract(bytes, { format, filename })).bytes);
};

/** Details of the pictures that the page shows beside a result. */
const details = {
  scan: { left: 70, top: 210, width: 760, height: 464 },
  invoice: { left: 60, top: 380, width: 789, height: 481 },
  paper: { left: 54, top: 800, width: 410, height: 250 },
  letter: { left: 60, top: 60, width: 789, height: 481 },
} as const;

const detailWidth = 640;

const saveDetail = async (name: keyof typeof details): Promise<{ width: number; height: number }> => {
  const file = join(pictures, `crop-${name}.webp`);
  const { width, height } = await sharp(await readFile(join(pictures, `${name}.webp`)))
    .extract(details[name])
    .resize(detailWidth)
    .webp({ quality: 74 })
    .toFile(file);
  return { width, height };
};

const save = async (filename: string, file: Uint8Array, pdf = file): Promise<void> => {
  await writeFile(join(samples, filename), file);
  const picture = await sharp(await to(pdf, 'png', { dpi: pictureDpi }))
    .webp({ quality: 74 })
    .toBuffer();
  await writeFile(join(pictures, filename.replace(/\.\w+$/, '.webp')), picture);
  const { width, height } = await sharp(picture).metadata();
  process.stdout.write(
    `${filename}: ${file.length} bytes; its picture: ${width} x ${height}, ${picture.length} bytes\n`,
  );
};

/** An icon file with one PNG image: a header and a directory entry, in little-endian order, before it. */
const icoOf = (png: Buffer, size: number): Buffer => {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
};

const iconSize = 48;
const drawing = await readFile(join(import.meta.dirname, '..', '..', 'dashboard', 'favicon.svg'));
const icon = await sharp(await to(drawing, 'png'))
  .resize(iconSize, iconSize)
  .png()
  .toBuffer();
await writeFile(join(import.meta.dirname, 'favicon.ico'), icoOf(icon, iconSize));

const letter = await fromHtml('letter', 'docx');
const page = await to(await fromHtml('scan', 'pdf'), 'png', { dpi: scanDpi });
await save('scan.pdf', await to(await scanned(page), 'pdf'));
await save('invoice.pdf', await fromHtml('invoice', 'pdf'));
await save('letter.docx', letter, await to(letter, 'pdf'));
await save('paper.pdf', await fromHtml('paper', 'pdf'));

const [table] = JSON.parse(await readText('invoice.pdf', 'tables'));
const chunks = JSON.parse(await readText('paper.pdf', 'chunks'));
const { text, path, places } = chunks.at(-1);
const shortened = `${text.slice(0, 150)}…`;
const results = {
  crops: Object.fromEntries(
    await Promise.all(
      (['scan', 'invoice', 'paper', 'letter'] as const).map(
        async (name) => [name, await saveDetail(name)] as const,
      ),
    ),
  ),
  scanMarkdown: (await readText('scan.pdf', 'markdown')).split('\n').slice(4, 14).join('\n'),
  invoiceRows: table.rows.slice(0, 6),
  chunk: [
    '{',
    `  "text": ${JSON.stringify(shortened)},`,
    `  "path": ${JSON.stringify(path.slice(-1))},`,
    '  "places": [',
    ...places.slice(0, 2).map((place: unknown) => `    ${JSON.stringify(place).replaceAll(/[:,]/g, '$& ')},`),
    '    …',
    '  ]',
    '}',
  ].join('\n'),
};
await writeFile(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
