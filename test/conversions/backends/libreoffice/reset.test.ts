import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { areThreadsIdle } from '../../../../lib/conversions/backends/libreoffice/idle-threads.ts';
import { packedImage } from '../../../../lib/conversions/backends/libreoffice/image.ts';
import { packImage } from '../../../../lib/conversions/backends/libreoffice/pack-image.ts';
import type { Soffice } from '../../../../lib/conversions/backends/libreoffice/runtime.ts';
import { type Office, startOffice } from '../../../../lib/conversions/backends/libreoffice/start-office.ts';
import { type WasmImports, webAssembly } from '../../../../lib/conversions/base/web-assembly.ts';
import { withoutTimes } from '../../../../lib/conversions/shared/pdf/written-pdf.ts';
import { isLong, itLong } from '../../../support/long-run.ts';
import { makeDocx } from '../../formats/office/sample-docx.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

let folder: string;
let office: Office;
/** Emscripten's module, which the loader finds in this global variable. */
let module: Soffice;
let imports: WasmImports = {};
/** The sizes of the modules that V8 compiled. */
let compiledBytes: readonly number[] = [];
let files: readonly string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-image-'));
  packImage(folder, join(root, 'node_modules', '.cache', 'docforge'), isLong ? 'small' : 'quick');
  const instance = vi.spyOn(webAssembly, 'Instance');
  const compiler = vi.spyOn(webAssembly, 'Module');
  office = await startOffice(packedImage(folder));
  imports = instance.mock.calls[0]?.[1] ?? {};
  compiledBytes = compiler.mock.calls.map(([bytes]) => bytes.length);
  vi.restoreAllMocks();
  module = Reflect.get(globalThis, 'Module');
  files = [...filesOf()];
});

afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'Module');
  await rm(folder, { recursive: true, force: true });
});

const marker = 'Zwetschgenkuchen8141';
const properties =
  '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
  `<dc:title>${marker}</dc:title><dc:creator>${marker}</dc:creator></cp:coreProperties>`;

const print = (input: Uint8Array, from: 'docx' | 'rtf' = 'docx'): Uint8Array => {
  const { bytes, outcome } = office.convert({ input, from, to: 'pdf', filterData: {} });
  expect(outcome).toBe('done');
  return bytes ?? expect.fail('no file');
};

/** The paths of all files, with the marker if they contain it. */
function* filesOf(path = ''): Generator<string> {
  for (const name of module.FS.readdir(path || '/')) {
    const file = `${path}/${name}`;
    if (name === '.' || name === '..' || ['/dev', '/proc'].includes(file)) continue;
    const { mode } = module.FS.stat(file);
    yield `${file} ${mode}`;
    if (module.FS.isDir(mode)) yield* filesOf(file);
    else if (Buffer.from(module.FS.readFile(file)).includes(marker)) yield `${file} ${marker}`;
  }
}

/** Whether LibreOffice's memory contains a text in an encoding. */
const isInMemory = (text: string, encoding: 'utf8' | 'utf16le'): boolean =>
  Buffer.from(module.HEAPU8.buffer).includes(Buffer.from(text, encoding));

const openFiles = (): (number | undefined)[] => module.FS.streams.map((file) => file?.fd);

it('leaves nothing of a document in memory and files', async () => {
  const descriptors = openFiles();
  print(makeDocx([marker, `${marker}!`], { parts: { 'docProps/core.xml': properties } }));
  // LibreOffice keeps texts as UTF-16. The bytes of the file may have been overwritten already.
  expect(isInMemory(marker, 'utf16le')).toBe(true);
  expect(await office.reset()).toBe(true);
  for (const encoding of ['utf8', 'utf16le'] as const) expect(isInMemory(marker, encoding)).toBe(false);
  expect([...filesOf()]).toEqual(files);
  expect(openFiles()).toEqual(descriptors);
});

it('undoes what a document that took over LibreOffice did to its files', async () => {
  const { FS, FS_createPath: createPath } = module;
  const settings = '/profile/user/registrymodifications.xcu';
  const content = Buffer.from(FS.readFile(settings));
  expect(() => FS.writeFile(settings, Buffer.from(marker))).toThrow(expect.objectContaining({ errno: 63 }));
  // A flag that `fcntl` may set lets a file be written that was opened for reading.
  const [open = expect.fail('no open file')] = FS.streams.slice(3).flatMap((file) => file ?? []);
  expect(() => Reflect.get(open.stream_ops, 'write')(open, Buffer.from(marker), 0, 1, 0)).toThrow();
  FS.unlink(settings);
  FS.writeFile(settings, Buffer.from(marker));
  createPath('/', '/instdir/program/more', true, true);
  FS.writeFile('/instdir/program/more/file', Buffer.from(marker));
  FS.open('/instdir/program/more/file', 0);
  FS.currentPath = '/instdir';
  expect(await office.reset()).toBe(true);
  expect([...filesOf()]).toEqual(files);
  expect(Buffer.from(FS.readFile(settings))).toEqual(content);
  expect(FS.currentPath).toBe('/');
});

it('restores memory that LibreOffice never used', async () => {
  const { HEAPU8: heap } = module;
  const far = heap.length - 100;
  heap.set(Buffer.from(marker), far);
  expect(await office.reset()).toBe(true);
  expect(heap[far]).toBe(0);
});

const documents = Array.from({ length: 5 }, (_, index) => makeDocx([`Page ${index}`, `${marker} ${index}`]));

itLong('prints 50 documents of alternating tenants as a process that has printed none', async () => {
  const first = new Map<Uint8Array, Uint8Array>();
  for (let count = 0; count < 50; count++) {
    const document = documents[(count * count) % documents.length] ?? expect.fail();
    expect(await office.reset()).toBe(true);
    const pdf = withoutTimes(print(document));
    expect(Buffer.from(pdf).equals(first.get(document) ?? pdf)).toBe(true);
    first.set(document, pdf);
  }
});

itLong('starts from compiled code', () => {
  // The others are small: the module that calls back, and an empty one.
  expect(compiledBytes.length).toBeGreaterThan(0);
  expect(Math.max(...compiledBytes)).toBeLessThan(100);
});

it('cannot call other JavaScript', () => {
  const functions = Object.values(imports).flatMap((names) => Object.entries(names));
  const reaching = functions.filter(([name]) => /^_em(?:bind|val)_|^jsRegister/.test(name));
  expect(reaching.length).toBeGreaterThan(30);
  for (const [name, call] of reaching) expect(typeof call === 'function' && call(0, 0, 0, 0), name).toBe(0);
});

it('is refused while a thread runs that was counted as ended', async () => {
  const busy = new Worker('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', { eval: true });
  try {
    expect(await areThreadsIdle({ runningWorkers: [], unusedWorkers: [busy] })).toBe(false);
  } finally {
    await busy.terminate();
  }
});
