import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { packageFile } from '../../base/package-assets.ts';
import { makeProcessFolder } from '../../base/process-folder.ts';
import { codeFileName } from './compiled-code.ts';
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
  /** Reads the module's compiled code, if there is any for this version of V8. */
  readonly readCode: () => Uint8Array | undefined;
  /** Reads the files of its file system. */
  readonly readFiles: () => Iterable<OfficeFile>;
  /** Reads the snapshot of LibreOffice after its start, if there is one. */
  readonly readSnapshot: () => OfficeSnapshot | undefined;
}

/** Where a Zstandard frame with a window descriptor and no dictionary states its size in 32 bits (RFC 8878, 3.1.1.1). */
const SIZE_OFFSET = 6;

/** Decompresses a part into one buffer: to join several takes half as long again. */
const readPart = (path: string): Buffer => {
  const frame = readFileSync(path);
  return zstdDecompressSync(frame, { chunkSize: frame.readUInt32LE(SIZE_OFFSET) });
};

/** Returns the image in a folder that `packImage` wrote. */
export function packedImage(folder: string): OfficeImage {
  const [snapshot, code] = [join(folder, imageParts.snapshot), join(folder, codeFileName())];
  return {
    loader: join(folder, imageParts.loader),
    readModule: () => readPart(join(folder, imageParts.module)),
    readCode: () => (existsSync(code) ? readPart(code) : undefined),
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
    readCode: () => undefined,
    readFiles: () => files,
    readSnapshot: () => undefined,
  };
}
