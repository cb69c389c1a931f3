import { chromiumPackage } from '../backends/chromium/package.ts';
import { unpackBrowser } from '../backends/chromium/unpack-browser.ts';
import { isPackageInstalled } from '../base/package-assets.ts';

/**
 * Writes the read-only files that a machine's engine processes share: the unpacked browser. The folder is not writable
 * inside the sandbox. A failure is reported when the browser is needed.
 */
export async function prepareSharedFiles(): Promise<void> {
  if (isPackageInstalled(chromiumPackage)) await unpackBrowser().catch(() => undefined);
}
