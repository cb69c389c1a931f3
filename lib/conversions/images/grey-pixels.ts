/**
 * The grey channel of opaque pixels of red, green, blue and alpha, one byte each, where all of them are grey; undefined at
 * the first that is not. Most pages of text are: a third of the bytes, and a third of the time to pack them.
 */
export function greyPixels(rgba: Uint8Array): Uint8Array | undefined {
  const grey = new Uint8Array(rgba.length / 4);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) {
    const red = rgba[from] ?? 0;
    if (red !== rgba[from + 1] || red !== rgba[from + 2]) return undefined;
    grey[at] = red;
  }
  return grey;
}
