// Four pixels of three bytes take three 32-bit words.
const GROUP_PIXELS = 4;
const GROUP_WORDS = 3;
const WHITE = -1;

/**
 * Returns the grey channel of 8-bit RGB pixels, or undefined if any pixel is not grey. Most text pages are grey, which cuts
 * their size and compression time to a third. `rgb` must be aligned to 4 bytes and the platform little-endian.
 */
export function greyPixels(rgb: Uint8Array): Uint8Array | undefined {
  const pixels = rgb.length / 3;
  const groups = Math.floor(pixels / GROUP_PIXELS);
  const words = new Int32Array(rgb.buffer, rgb.byteOffset, groups * GROUP_WORDS);
  const grey = new Uint8Array(pixels);
  const greyWords = new Int32Array(grey.buffer, 0, groups);
  // Comparing words instead of bytes takes a third of the time.
  for (let group = 0, at = 0; group < groups; group += 1, at += GROUP_WORDS) {
    const first = words[at] ?? 0;
    const second = words[at + 1] ?? 0;
    const third = words[at + 2] ?? 0;
    if ((first & second & third) === WHITE) {
      greyWords[group] = WHITE;
      continue;
    }
    // Nonzero if the three channels of any pixel differ.
    const differs =
      ((first ^ (first >> 8)) & 0xffff) |
      (((first >> 24) ^ second) & 0xff) |
      ((second ^ (second >> 8)) & 0xff00ff) |
      (((second >> 24) ^ third) & 0xff) |
      (((third >> 8) ^ (third >> 16)) & 0xffff);
    if (differs !== 0) return undefined;
    greyWords[group] =
      (first & 0xff) | ((first >>> 16) & 0xff00) | (second & 0xff0000) | (third & 0xff000000);
  }
  for (let pixel = groups * GROUP_PIXELS; pixel < pixels; pixel += 1) {
    const red = rgb[pixel * 3] ?? 0;
    if (red !== rgb[pixel * 3 + 1] || red !== rgb[pixel * 3 + 2]) return undefined;
    grey[pixel] = red;
  }
  return grey;
}
