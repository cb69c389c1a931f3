// Signs that mark the items of lists. Those of symbol fonts are in the area for private use.

/** A sign at the start of a text, with the space after it. */
export const BULLET = /^([•◦▪▫‣⁃∙●○■□◆◇►▶➢➤✓✔–—*·\uf0a0-\uf0ff-])\s+(?=\S)/u;
const MARKED = /^[•◦▪▫‣⁃∙●○■□◆◇►▶➢➤✓✔–—*·\uf0a0-\uf0ff-]/u;
// Without signs that also mean something else, such as a missing value.
const ONLY_BULLET = /^[•◦▪▫‣⁃∙●○■□◆◇►▶➢➤✓✔\uf0a0-\uf0ff]$/u;
const OF_SYMBOL_FONT = /^[\uf0a0-\uf0ff]$/;

/** Returns true for a text that starts with the sign of an item. */
export const isMarked = (text: string): boolean => MARKED.test(text);
/** Returns true for a text that is nothing but a bullet. */
export const isBullet = (text: string): boolean => ONLY_BULLET.test(text);

/** Returns a text that is a bullet of a symbol font with a character that other fonts have. */
export const plainBullet = (text: string): string =>
  text.length === 1 && OF_SYMBOL_FONT.test(text) ? '•' : text;
