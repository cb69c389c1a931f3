import type { Format } from '../../lib/conversions/formats.ts';
import { byteMutations, type Mutation } from './mutate-bytes.ts';
import { pdfMutation, zipMutation } from './mutate-containers.ts';
import { markupMutation, plainMutation, rtfMutation } from './mutate-text.ts';
import type { Random } from './random.ts';

const zip = ['docx', 'odt', 'epub', 'xlsx', 'xlsb', 'ods', 'pptx', 'odp', 'zip'] as const;
const markup = ['html', 'svg', 'fodt', 'fods', 'fodp', 'xml'] as const;
const ofFormat: Partial<Record<Format, Mutation>> = {
  ...Object.fromEntries(zip.map((format) => [format, zipMutation])),
  ...Object.fromEntries(markup.map((format) => [format, markupMutation])),
  pdf: pdfMutation,
  rtf: rtfMutation,
  markdown: plainMutation,
  text: plainMutation,
  csv: plainMutation,
  json: plainMutation,
  yaml: plainMutation,
  asciidoc: plainMutation,
  latex: plainMutation,
  rst: plainMutation,
  org: plainMutation,
  eml: plainMutation,
  mhtml: plainMutation,
  ipynb: plainMutation,
  srt: plainMutation,
  vtt: plainMutation,
  tsv: plainMutation,
  dif: plainMutation,
};

// Most changes are of the format itself: a file whose container is broken is refused before a reader sees it.
const OWN_SHARE = 0.75;
const MAX_BYTES = 2_000_000;

/** Changes a file one to four times. Returns it unchanged if it cannot be changed. */
export function mutate(format: Format, bytes: Buffer, other: Buffer, random: Random): Buffer {
  const own = ofFormat[format];
  let changed = bytes;
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const mutation = own !== undefined && random.chance(OWN_SHARE) ? own : random.pick(byteMutations);
    try {
      const next = mutation(changed, random, other);
      if (next.length > 0 && next.length <= MAX_BYTES) changed = next;
    } catch {
      // A container that an earlier change broke.
    }
  }
  return changed;
}
