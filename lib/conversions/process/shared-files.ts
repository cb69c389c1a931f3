import { chromiumPackage, unpackBrowser } from '../backends/chromium/unpack-browser.ts';
import { isPackageInstalled } from '../base/package-assets.ts';

/**
 * Writes what all engine processes of a machine read and none may change: the unpacked browser. Behind the walls nothing
 * can be written there any more. A failure shows when the browser is needed.
 */
export async function prepareSharedFiles(): Promise<void> {
  if (isPackageInstalled(chromiumPackage)) await unpackBrowser().catch(() => undefined);
}
