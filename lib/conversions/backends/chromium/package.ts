/** The npm package that contains the compressed browser. */
export const chromiumPackage = '@sparticuz/chromium';
