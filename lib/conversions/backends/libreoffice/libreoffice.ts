import { isWorkerBundle, packageVersion } from '../../base/package-assets.ts';
import type { OfficeJob, OfficeResult } from './office-kit.ts';
import { wasmOfficePackage } from './package.ts';
import type { Office } from './start-office.ts';

// LibreOffice compiled to WebAssembly. It can access nothing but its own memory: its file system is in memory, and it has no
// sockets. It is built without NSS, whose ciphers OpenDocument's encryption needs.

async function start(): Promise<Office> {
  const { startOffice } = await import('./start-office.ts');
  return await startOffice();
}

let loading: Promise<Office> | undefined;
let version: string | undefined;

/** Loads LibreOffice into this process once. */
async function load(): Promise<Office> {
  loading ??= start();
  const office = await loading;
  version = office.version;
  return office;
}

/** Returns LibreOffice's version, such as `24.8.8.1`, or its package's until it is loaded. */
export const officeVersion = (): string => version ?? packageVersion(wasmOfficePackage);

/**
 * Converts one document. Blocks the thread until it is done; the parent process enforces the time limit. Rejects with Error
 * if LibreOffice fails to load.
 */
export const runOffice = async (job: OfficeJob): Promise<OfficeResult> => (await load()).convert(job);

/**
 * Removes everything that documents left in LibreOffice. Resolves with whether it could: only in a worker's bundle, which has
 * the snapshot that is restored.
 */
export const resetOffice = async (): Promise<boolean> =>
  loading === undefined || (await (await loading).reset());

/**
 * Loads LibreOffice. That takes a second and most of a gigabyte, so it happens in LibreOffice's own worker only; elsewhere
 * the first office document waits for it.
 */
export async function warmOffice(): Promise<void> {
  if (isWorkerBundle) await load();
}
