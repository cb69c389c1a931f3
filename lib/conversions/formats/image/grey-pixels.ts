// Four pixels of three bytes in three words.
const GROUP_PIXELS = 4;
const GROUP_WORDS = 3;
const WHITE = -1;

/**
 * The grey channel of pixels of red, green and blue, one byte each, where all of them are grey; undefined at the first that is
 * not. Most pages of text are: a third of the bytes, and a third of the time to pack them. `rgb` has to begin at a multiple
 * of four in its memory, which has the lowest byte of a word first.
 */
export function greyPixels(rgb: Uint8Array): Uint8Array | undefined {
  const pixels = rgb.length / 3;
  const groups = Math.floor(pixels / GROUP_PIXELS);
  const words = new Int32Array(rgb.buffer, rgb.byteOffset, groups * GROUP_WORDS);
  const grey = new Uint8Array(pixels);
  const greyWords = new Int32Array(grey.buffer, 0, groups);
  // By words, not bytes: a third of the time.
  for (let group = 0, at = 0; group < groups; group += 1, at += GROUP_WORDS) {
    const first = words[at] ?? 0;
    const second = words[at + 1] ?? 0;
    const third = words[at + 2] ?? 0;
    if ((first & second & third) === WHITE) {
      greyWords[group] = WHITE;
      continue;
    }
    // Bytes that have to be the same, pixel by pixel: what differs is left.
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
