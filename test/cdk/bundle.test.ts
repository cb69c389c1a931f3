import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleName, workerBundles } from '../../cdk/bundle.ts';
import { linkFolder } from '../../cdk/copy-packages.ts';
import { findEngineCode } from '../../cdk/engine-code.ts';
import { onDemandPackages } from '../../cdk/on-demand-packages.ts';
import { chromiumPackage } from '../../lib/conversions/backends/chromium/package.ts';
import type { Target } from '../../lib/conversions/engine/engine.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { convert } from '../../lib/conversions/index.ts';
import { createEngineProcess, type EngineProcess } from '../../lib/conversions/process/engine-process.ts';
import { allFunctions, dashboardFunction } from '../../lib/functions/all-functions.ts';
import { endpointFunctions } from '../../lib/functions/endpoint-functions.ts';
import type { WorkerName } from '../../lib/workers.ts';
import { synthesize } from '../../local/assembly.ts';
import { localSettings } from '../../local/local-settings.ts';
import { makePng, makeReport, makeScan } from '../conversions/sample-files.ts';
import { architecturesBelow, bytesBelow, maxBundleBytes, nativeNeeds } from '../support/bundle-facts.ts';
import { isLong } from '../support/long-run.ts';

const root = join(import.meta.dirname, '..', '..');
const { facts: engineFacts } = findEngineCode();

const endpointBundles = Object.values(endpointFunctions).map(({ file }) => bundleName(file));

/** Kilobytes of functions that have the options of every engine, Stripe's client, or the operator's commands. */
const largeKilobytes = new Map([
  ['convert', 638],
  ['extract', 638],
  ['try-sample', 613],
  ['open-checkout', 680],
  ['open-billing-portal', 680],
  ['receive-billing-event', 650],
  ['run-operator-command', 560],
]);

const operator = 'run-operator-command';
const billing = ['open-billing-portal', 'open-checkout', 'receive-billing-event'];
const jobSubmissions = ['convert', 'extract'];
const fileReceivers = ['convert', 'extract', 'try-sample', 'upload'];

/** The endpoints that need a large package. Those without any need only its types, or a few of its requests. */
const packageUsers: readonly (readonly [name: string, users: readonly string[]])[] = [
  ['@aws-sdk/client-s3', []],
  ['stripe', billing],
  ['@aws-sdk/client-sqs', [...jobSubmissions, 'resend-delivery', operator, 'test-webhook', 'try-sample']],
  ['chardet', fileReceivers],
  ['file-type', []],
  ['@fastify/busboy', []],
  ['zod-openapi', ['get-open-api']],
];

/** What functions need of the folders of engines: the names of their packages, and system calls for a worker's sandbox. */
const alsoInFunctions = [
  'lib/conversions/backends/fonts/fonts.ts',
  'lib/conversions/backends/fonts/metric-fonts.ts',
  'lib/conversions/backends/ironcalc/package.ts',
  'lib/conversions/backends/koffi/koffi.ts',
  'lib/conversions/backends/koffi/package.ts',
];

type Resource = {
  readonly Type: string;
  readonly Metadata?: Readonly<Record<string, string>>;
  readonly Properties?: { readonly Architectures?: readonly string[] };
};

/** The bundle of each function in the assembly that the end-to-end tests run, by the function's logical id. */
const { directory } = await synthesize(root, join(root, 'build', 'assembly'), localSettings);
const template = JSON.parse(await readFile(join(directory, 'DocForge.template.json'), 'utf8'));
const bundles = Object.entries<Resource>(template.Resources).flatMap(
  ([id, { Type, Metadata, Properties }]) => {
    const path = Metadata?.['aws:asset:path'];
    return Type === 'AWS::Lambda::Function' && path !== undefined
      ? [{ id, path: resolve(directory, path), architectures: Properties?.Architectures ?? [] }]
      : [];
  },
);

const bundleOf = (name: string): string => {
  // The logical id of `convert-document` begins with `ConvertDocumentFunction`.
  const start = `${name.replaceAll('-', '')}function`;
  return bundles.find(({ id }) => id.toLowerCase().startsWith(start))?.path ?? expect.fail(`no ${start}`);
};

const sourcesByName = new Map<string, readonly string[]>();

/** The files whose code is in a bundle. */
const sourcesOf = async (name: string): Promise<readonly string[]> => {
  const known = sourcesByName.get(name);
  if (known !== undefined) return known;
  const { sources } = JSON.parse(await readFile(join(bundleOf(name), 'index.mjs.map'), 'utf8'));
  sourcesByName.set(name, sources);
  return sources;
};

// Outside the project's folder, so that a package missing next to a bundle is not found elsewhere.
let folder: string;
const processes = new Map<WorkerName, EngineProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-bundle-'));
  for (const { worker, name } of workerBundles) {
    linkFolder(bundleOf(name), join(folder, name));
    const entry = join(folder, name, 'engine.mjs');
    processes.set(worker, createEngineProcess({ entry, memoryLimitBytes: 2 ** 31 }));
  }
});

afterAll(async () => {
  for (const engine of processes.values()) await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const markdown = Buffer.from(
  '# Harvest\n\nApples and **pears**, $x^2$.\n\n| Fruit | Tons |\n|---|---|\n| Apple | 12 |\n',
);
const made = async (to: Format): Promise<Buffer> =>
  Buffer.from((await convert(markdown, { from: 'markdown', to })).bytes);
const csv = Buffer.from('Fruit,Date\nApple,2026-11-20\n');
const rtf = Buffer.from('{\\rtf1\\ansi Apples and {\\b pears}.\\par}');
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
);
const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const epub = Buffer.from(
  zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(container),
    'a.opf': strToU8(
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>Orchard</dc:title><dc:language>en</dc:language></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
    ),
    'c.xhtml': strToU8('<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Apples</p></body></html>'),
  }),
);

/** Each library that is loaded by name or from a chunk must work with the worker's own packages. */
const rows: readonly (readonly [WorkerName, Format, () => Promise<Buffer> | Buffer, Target, string])[] = [
  ['standard', 'pdf', () => makeReport(), { operation: 'convert', to: 'text' }, 'liteparse-pdf-reader'],
  ['standard', 'pdf', () => makeReport(), { operation: 'extract', to: 'tables' }, 'liteparse-pdf-reader'],
  ['standard', 'pdf', () => makeReport(), { operation: 'extract', to: 'metadata' }, 'liteparse-pdf-reader'],
  ['standard', 'pdf', () => makeReport(), { operation: 'extract', to: 'chunks' }, 'liteparse-pdf-reader'],
  ['standard', 'pdf', () => makeReport(), { operation: 'convert', to: 'png' }, 'liteparse-pdf-to-image'],
  ['standard', 'pdf', () => makeReport(), { operation: 'convert', to: 'pdf' }, 'qpdf-pdf-to-pdf'],
  ['standard', 'pdf', () => makeScan(), { operation: 'extract', to: 'metadata' }, 'liteparse-pdf-reader'],
  ['standard', 'docx', () => made('docx'), { operation: 'convert', to: 'markdown' }, 'docforge-docx-reader'],
  ['standard', 'odt', () => made('odt'), { operation: 'convert', to: 'html' }, 'docforge-odt-reader'],
  ['standard', 'xlsx', () => made('xlsx'), { operation: 'convert', to: 'csv' }, 'docforge-xlsx-reader'],
  ['standard', 'csv', () => csv, { operation: 'convert', to: 'xlsx' }, 'docforge-csv-reader'],
  ['standard', 'csv', () => csv, { operation: 'convert', to: 'pdf' }, 'typst-pdf-writer'],
  ['standard', 'rtf', () => rtf, { operation: 'convert', to: 'docx' }, 'docforge-rtf-reader'],
  ['standard', 'epub', () => epub, { operation: 'convert', to: 'markdown' }, 'docforge-epub-reader'],
  ['standard', 'markdown', () => markdown, { operation: 'convert', to: 'pdf' }, 'typst-pdf-writer'],
  ['standard', 'text', () => markdown, { operation: 'convert', to: 'pdf' }, 'harfbuzz-text-to-pdf'],
  ['standard', 'png', () => makePng(64), { operation: 'convert', to: 'jpeg' }, 'sharp-image-to-image'],
  ['standard', 'png', () => makePng(64), { operation: 'convert', to: 'pdf' }, 'pdfkit-image-to-pdf'],
  ['standard', 'svg', () => svg, { operation: 'convert', to: 'png' }, 'resvg-svg-to-image'],
  ['browser', 'html', () => made('html'), { operation: 'convert', to: 'pdf' }, 'chromium-html-to-pdf'],
  ['office', 'rtf', () => rtf, { operation: 'convert', to: 'pdf' }, 'libreoffice-wasm-office-to-pdf'],
  ['office', 'rtf', () => rtf, { operation: 'convert', to: 'png' }, 'libreoffice-wasm-office-to-pdf'],
];

/** What a deployment's bundles have in addition: LibreOffice's compiled code, less 6.8 MB that closer compression saves. */
const leftOutBytes = new Map([['convert-office-document', 16_400_000 - 6_800_000]]);

/** The functions of a stack without settings. */
const deployedFunctions = allFunctions.filter((row) => row !== dashboardFunction);

describe('a bundle', () => {
  it.each(deployedFunctions.map(({ file }) => bundleName(file)))(
    "%s is at least a twentieth below Lambda's size limit",
    (name) => {
      expect(bytesBelow(bundleOf(name)) + (leftOutBytes.get(name) ?? 0)).toBeLessThan(maxBundleBytes);
    },
  );

  it.each(endpointBundles)(
    '%s has no more code than its libraries need, so that it starts quickly',
    (name) => {
      const { size } = statSync(join(bundleOf(name), 'index.mjs'));

      expect(size / 1000).toBeLessThanOrEqual(largeKilobytes.get(name) ?? 500);
    },
  );

  it.each(packageUsers)('has %s only where an endpoint needs it', async (library, users) => {
    const having = await Promise.all(
      endpointBundles.map(async (name) => {
        const sources = await sourcesOf(name);
        return sources.some((path) => path.includes(`/node_modules/${library}/`)) ? [name] : [];
      }),
    );

    expect(having.flat().toSorted()).toEqual(users);
  });

  it.each(Object.entries(onDemandPackages))(
    'has %s next to the functions that import it',
    async (name, used) => {
      const folders = endpointBundles.filter((each) =>
        existsSync(join(bundleOf(each), 'node_modules', name)),
      );
      const [first = expect.fail()] = folders;
      const loaded = await import(join(bundleOf(first), 'node_modules', name, 'index.mjs'));

      // The samples are not in a form.
      const users = fileReceivers.filter((each) => name === 'file-type' || each !== 'try-sample');
      expect(folders.toSorted()).toEqual(users);
      expect(loaded[used]).toBeInstanceOf(Function);
    },
  );

  it('has the browser in a compression that unpacks soon, and once', () => {
    const folder = join(bundleOf('convert-web-page'), 'node_modules', chromiumPackage, 'bin');

    expect(readdirSync(folder).sort()).toEqual(['al2023.tar.br', 'chromium.zst']);
  });

  it.each(workerBundles)('$name starts its engine process from few files', async ({ name }) => {
    const loaded = new Set(['engine.mjs', 'serve-documents.mjs'].map((file) => join(bundleOf(name), file)));
    for (const file of loaded)
      for (const [, path = ''] of (await readFile(file, 'utf8')).matchAll(
        /(?:from|import)"(\.{1,2}\/[^"]+)"/g,
      ))
        loaded.add(join(dirname(file), path));

    // The sandbox, the entry, and all that it imports.
    expect(loaded.size).toBe(3);
  });

  it('of an endpoint has only the routes of its group', async () => {
    const groups = await Promise.all(
      endpointBundles.map(async (name) => {
        const sources = await sourcesOf(name);
        return [name, sources.filter((path) => path.includes('/lib/api/routes/')).length] as const;
      }),
    );

    expect(groups.filter(([, count]) => count !== 1).map(([name]) => name)).toEqual(['get-open-api']);
  });

  it.each(deployedFunctions.map(({ file }) => bundleName(file)))(
    '%s has no code of an engine',
    async (name) => {
      const own = (await sourcesOf(name)).flatMap(
        (path) => path.match(/lib\/conversions\/(?:backends|formats|hubs)\/.*/) ?? [],
      );

      expect(own.filter((path) => !engineFacts.includes(path) && !alsoInFunctions.includes(path))).toEqual(
        [],
      );
    },
  );

  it.each(bundles.filter(({ architectures }) => architectures.length > 0))(
    'of $id has native code for its own architecture only',
    ({ path, architectures }) => {
      const found = architecturesBelow(path);

      expect(architectures).toEqual(expect.arrayContaining([...found]));
    },
  );

  it.each(workerBundles)("$name needs no newer C library than Lambda's", ({ name, worker }) => {
    const { files, tooNew } = nativeNeeds(bundleOf(name));

    expect(tooNew).toEqual([]);
    // Most of the browser is compressed; `npm run test:lambda` checks its unpacked libraries.
    expect(files).toBeGreaterThan(worker === 'browser' ? 0 : 4);
  });
});

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('a worker bundle alone', () => {
  // One reader, one writer and one program of native code.
  const short = rows.filter(([, from, , { to }]) =>
    ['pdf-tables', 'markdown-pdf', 'png-jpeg'].includes(`${from}-${to}`),
  );

  it.each(isLong ? rows : short)('%s converts %s', async (worker, from, document, target, engine) => {
    const inputPath = join(folder, 'input');
    const outputPath = join(folder, 'output');
    await writeFile(inputPath, await document());

    const task = { tenant: 'test', from, ...target, options: {}, inputPath, outputPath };
    const { report } = await (processes.get(worker) ?? expect.fail()).run(task, { deadlineSeconds: 60 });

    expect(report.engine).toContain(engine);
    expect((await readFile(outputPath)).length).toBeGreaterThan(0);
  });
});
