/** The npm package that contains the compressed browser. */
export const chromiumPackage = '@sparticuz/chromium';

/** The browser in the package's folder of a worker's bundle, compressed so that unpacking takes less time. */
export const packedBrowser = 'bin/chromium.zst';
