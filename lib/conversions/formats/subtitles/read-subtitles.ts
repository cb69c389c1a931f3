import { noInfo } from '../../document/document-info.ts';
import { type Inline, type TreeBlock, textRun } from '../../document/document-tree.ts';
import type { RoleRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { type Cue, readCues } from './cues.ts';
import type { subtitleOptions } from './options.ts';

const PAUSE_SECONDS = 2;

const timeText = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');

const startOf = ({ start, speaker }: Cue, hasTime: boolean): Inline[] => [
  ...(hasTime ? [textRun(timeText(start), { code: true }), textRun(' ')] : []),
  ...(speaker === undefined ? [] : [textRun(`${speaker}:`, { bold: true }), textRun(' ')]),
];

/**
 * Joins the texts of cues into paragraphs: one goes on until its sentence ends and the speaker changes or pauses, and with
 * timestamps each cue is a paragraph of its own.
 */
function paragraphsOf(cues: readonly Cue[], hasTimes: boolean): TreeBlock[] {
  const paragraphs: Inline[][] = [];
  let before: Cue | undefined;
  for (const cue of cues) {
    const isOther = before?.speaker !== cue.speaker;
    const isEnd =
      /[.!?…。！？]["'”’)\]]*$/u.test(before?.text ?? '.') && cue.start - (before?.end ?? 0) > PAUSE_SECONDS;
    const last = paragraphs.at(-1);
    if (last === undefined || hasTimes || isOther || isEnd)
      paragraphs.push([...startOf(cue, hasTimes), textRun(cue.text)]);
    else last.push(textRun(` ${cue.text}`));
    before = cue;
  }
  return paragraphs.map((content) => ({ kind: 'paragraph', content }));
}

/** Reads subtitles. Throws ConversionError `corrupt_document` if there are none. */
export async function readSubtitles(
  bytes: Uint8Array,
  { options: { encoding: declared, timestamps } }: RoleRequest<typeof subtitleOptions>,
  from: 'srt' | 'vtt',
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, declared);
  const cues = readCues(text);
  if (cues.length === 0)
    throw new ConversionError(
      'corrupt_document',
      'The file contains no subtitles: no line has two times with "-->" between them. Export it again.',
    );
  return {
    tree: {
      hub: 'document',
      format: from,
      metadata: { ...noInfo, encoding },
      blocks: paragraphsOf(cues, timestamps),
      notes: [],
      images: [],
      page_count: null,
    },
    warnings,
  };
}
