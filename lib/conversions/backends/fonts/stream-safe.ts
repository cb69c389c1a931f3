// The Stream-Safe Text Format (UAX 15, 13) allows 30 marks on a character. No language uses more, and shaping takes time that
// grows with the square of them.
const MARKS = /(\p{M}{30})\p{M}+/gu;

// Typst panics over a glyph that stands for more than 255 UTF-16 units. Written clusters have some 20.
const LONGEST_CLUSTER = 64;
// Characters of scripts and emoji that join, in a row that is long enough to matter. Those of East Asia do not join.
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

/** Text that every font engine can shape: drops marks beyond 30 on a character, and splits long clusters. Idempotent. */
export const streamSafe = (text: string): string =>
  text.replaceAll(MARKS, '$1').replaceAll(JOINING, splitClusters);
