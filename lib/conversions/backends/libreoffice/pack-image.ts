import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compressed, compressedOnce, type Packing } from '../../base/compressed-file.ts';
import { packageFile } from '../../base/package-assets.ts';
import { adaptModule } from './adapt-module.ts';
import { codeFileName } from './compiled-code.ts';
import { packFiles } from './file-archive.ts';
import { fontFilesInMemory } from './font-files.ts';
import { imageParts, readPackage } from './image.ts';
import { WASM_FOLDER, wasmOfficePackage } from './package.ts';

/** Returns a text that differs if anything differs of which an image is made. */
function imageKey(parts: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  for (const [, font] of fontFilesInMemory()) hash.update(font);
  for (const name of readdirSync(import.meta.dirname).sort())
    hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Returns what a program writes that starts LibreOffice in a process of its own. Takes some seconds. */
function outputOf(program: string, ...args: readonly string[]): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'docforge-image-'));
  const target = join(folder, 'output');
  const path = join(import.meta.dirname, program);
  try {
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args, target]);
    return readFileSync(target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the image of LibreOffice for a worker's bundle: 71 MB instead of the package's 250 MB. Packed `small`, it
 * contains compiled code, which takes 20 s of processor time to make and halves each start.
 */
export function packImage(folder: string, cacheFolder: string, packing: Packing): void {
  const { code, files } = readPackage();
  const archive = packFiles(files);
  const key = imageKey([Buffer.from(code), archive]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, imageParts.loader), code);
  writeFileSync(join(folder, imageParts.files), compressed(archive, packing));
  const module = compressedOnce(cacheFolder, `soffice-${key}`, packing, () =>
    adaptModule(readFileSync(packageFile(wasmOfficePackage, WASM_FOLDER, 'soffice.wasm')), {
      withoutData: true,
    }),
  );
  copyFileSync(module, join(folder, imageParts.module));
  const snapshot = compressedOnce(cacheFolder, `soffice-snapshot-${key}`, packing, () =>
    outputOf('snapshot-main.ts'),
  );
  copyFileSync(snapshot, join(folder, imageParts.snapshot));
  if (packing === 'quick') return;
  const codeName = codeFileName();
  const compiled = compressedOnce(cacheFolder, `soffice-${codeName}-${key}`, packing, () =>
    outputOf('code-main.ts', folder),
  );
  copyFileSync(compiled, join(folder, codeName));
}
