// The Stream-Safe Text Format (UAX 15, 13) allows 30 combining marks per character. No language uses more, and shaping
// time grows with their square.
const MARKS = /(\p{M}{30})\p{M}+/gu;

// Typst panics if a glyph represents more than 255 UTF-16 units. Real clusters have about 20.
const LONGEST_CLUSTER = 64;
// Long runs of characters in joining scripts and emoji; East Asian characters do not join.
const JOINING = /[\u0300-\u2dff\ua000-\uabff\ud800-\udfff\ufb1d-\ufeff]{64,}/g;
const ZERO_WIDTH_SPACE = '\u200b';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

function splitClusters(text: string): string {
  let safe = '';
  for (const { segment } of segmenter.segment(text)) {
    let length = 0;
    for (const character of segment) {
      length += character.length;
      if (length > LONGEST_CLUSTER) {
        safe += ZERO_WIDTH_SPACE;
        length = character.length;
      }
      safe += character;
    }
  }
  return safe;
}

/** Makes text safe to shape: drops combining marks beyond 30 per character and splits long clusters. Idempotent. */
export const streamSafe = (text: string): string =>
  text.replaceAll(MARKS, '$1').replaceAll(JOINING, splitClusters);
