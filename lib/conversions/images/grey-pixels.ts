const WHITE = 0xffff_ffff;
// Four pixels of three bytes in three words.
const GROUP_PIXELS = 4;
const GROUP_WORDS = 3;

/**
 * The grey channel of pixels of red, green and blue, one byte each, where all of them are grey; undefined at the first that is
 * not. Most pages of text are: a third of the bytes, and a third of the time to pack them. `rgb` has to begin at a multiple
 * of four in its memory.
 */
export function greyPixels(rgb: Uint8Array): Uint8Array | undefined {
  const pixels = rgb.length / 3;
  const words = new Uint32Array(rgb.buffer, rgb.byteOffset, Math.floor(pixels / GROUP_PIXELS) * GROUP_WORDS);
  // Most of a page is white, and is not looked at byte by byte.
  const grey = new Uint8Array(pixels).fill(255);
  let word = 0;
  for (let at = 0; at < pixels; at += GROUP_PIXELS, word += GROUP_WORDS) {
    if (words[word] === WHITE && words[word + 1] === WHITE && words[word + 2] === WHITE) continue;
    const end = Math.min(at + GROUP_PIXELS, pixels);
    for (let pixel = at, from = at * 3; pixel < end; pixel += 1, from += 3) {
      const red = rgb[from] ?? 0;
      if (red !== rgb[from + 1] || red !== rgb[from + 2]) return undefined;
      grey[pixel] = red;
    }
  }
  return grey;
}
