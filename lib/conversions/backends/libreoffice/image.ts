import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { packageFile } from '../../base/package-assets.ts';
import { makeProcessFolder } from '../../base/process-folder.ts';
import { unpackFiles } from './file-archive.ts';
import { usedFiles } from './office-files.ts';
import { type OfficeFile, WASM_FOLDER, wasmOfficePackage } from './package.ts';
import { patchLoader } from './patch-loader.ts';
import { type OfficeSnapshot, unpackSnapshot } from './snapshot.ts';

/** Folder of the image in a worker's copy of the package. */
export const IMAGE_FOLDER = 'image';
/** Names of the image's parts. All but the loader are compressed with Zstandard (RFC 8878). */
export const imageParts = {
  loader: 'soffice.cjs',
  module: 'soffice.wasm.zst',
  files: 'files.zst',
  snapshot: 'snapshot.zst',
} as const;

/** LibreOffice as it is loaded. */
export interface OfficeImage {
  /** Path of the loader, a CommonJS module that threads load too. */
  readonly loader: string;
  /** Reads the WebAssembly module. */
  readonly readModule: () => Uint8Array;
  /** Reads the files of its file system. */
  readonly readFiles: () => Iterable<OfficeFile>;
  /** Reads the snapshot of LibreOffice after its start, if there is one. */
  readonly readSnapshot: () => OfficeSnapshot | undefined;
}

// With the default of 16 KB, joining the chunks doubles the time.
const CHUNK_BYTES = 4_194_304;

const readPart = (path: string): Buffer => zstdDecompressSync(readFileSync(path), { chunkSize: CHUNK_BYTES });

/** Returns the image in a folder that `packImage` wrote. */
export function packedImage(folder: string): OfficeImage {
  const snapshot = join(folder, imageParts.snapshot);
  return {
    loader: join(folder, imageParts.loader),
    readModule: () => readPart(join(folder, imageParts.module)),
    readFiles: () => unpackFiles(readPart(join(folder, imageParts.files))),
    readSnapshot: () => (existsSync(snapshot) ? unpackSnapshot(readPart(snapshot)) : undefined),
  };
}

/** Returns the loader of the package and the files that LibreOffice needs. */
export function readPackage(): { readonly code: string; readonly files: Iterable<OfficeFile> } {
  const folder = packageFile(wasmOfficePackage, WASM_FOLDER);
  const { code, files } = patchLoader(readFileSync(join(folder, 'soffice.cjs'), 'utf8'));
  const archive = readFileSync(join(folder, 'soffice.data'));
  const all = files.map(({ filename, start, end }): OfficeFile => [filename, archive.subarray(start, end)]);
  return { code, files: usedFiles(all) };
}

/**
 * Returns the image in a worker's bundle, otherwise that of the installed package, whose adapted loader it writes to a
 * folder in `scratchFolder`.
 */
export function officeImage(scratchFolder: string): OfficeImage {
  const packed = packageFile(wasmOfficePackage, IMAGE_FOLDER);
  if (existsSync(packed)) return packedImage(packed);
  const { code, files } = readPackage();
  // Nobody else may change code that this process loads.
  const loader = join(makeProcessFolder(scratchFolder, 'libreoffice-'), imageParts.loader);
  writeFileSync(loader, code);
  return {
    loader,
    readModule: () => readFileSync(packageFile(wasmOfficePackage, WASM_FOLDER, 'soffice.wasm')),
    readFiles: () => files,
    readSnapshot: () => undefined,
  };
}
