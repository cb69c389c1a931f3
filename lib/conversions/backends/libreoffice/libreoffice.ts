import { isWorkerBundle, packageVersion } from '../../base/package-assets.ts';
import type { OfficeJob, OfficeKit, OfficeResult } from './office-kit.ts';
import { wasmOfficePackage } from './package.ts';

// LibreOffice compiled to WebAssembly. It can access nothing but its own memory: its file system is in memory, and it has no
// sockets. It is built without NSS, whose ciphers OpenDocument's encryption needs.

async function start(): Promise<OfficeKit> {
  const { startOffice } = await import('./start-office.ts');
  return await startOffice();
}

let loading: Promise<OfficeKit> | undefined;
let version: string | undefined;

/** Loads LibreOffice into this process once. */
async function load(): Promise<OfficeKit> {
  loading ??= start();
  const kit = await loading;
  version = kit.version;
  return kit;
}

/** Returns LibreOffice's version, such as `24.8.8.1`, or its package's until it is loaded. */
export const officeVersion = (): string => version ?? packageVersion(wasmOfficePackage);

/**
 * Converts one document. Blocks the thread until it is done; the parent process enforces the time limit. Rejects with Error
 * if LibreOffice fails to load.
 */
export const runOffice = async (job: OfficeJob): Promise<OfficeResult> => (await load()).convert(job);

/**
 * Loads LibreOffice and the code of most conversions. That takes seconds and a gigabyte, so it happens in LibreOffice's own
 * worker only; elsewhere the first office document waits for it.
 */
export async function warmOffice(): Promise<void> {
  if (!isWorkerBundle) return;
  await runOffice({ input: Buffer.from('{\\rtf1\\ansi Ready}'), from: 'rtf', to: 'pdf', filterData: {} });
}
