/** A text and when it is shown, in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** On one line, without markup. */
  readonly text: string;
  readonly speaker: string | undefined;
}

// WebVTT 4.1: hours are optional, and settings may follow. SubRip has a comma before the milliseconds.
const TIMES =
  /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})[ \t]*-->[ \t]*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;
const SPEAKER = /^<v(?:\.[\w.-]{1,50})?[ \t]([^<>]{1,200})>/;
const TAG = /<\/?[a-z\d.:]+(?:[ \t][^<>]*)?>|\{\\[^{}]*\}/gi;
const entities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&nbsp;', ' '],
  ['&lrm;', '\u200e'],
  ['&rlm;', '\u200f'],
]);

const seconds = (parts: readonly (string | undefined)[]): number => {
  const [hours, minutes, whole, fraction = ''] = parts;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(whole) + Number(`0.${fraction}`);
};

/** The lines after the times of a cue as one text. */
function toCue(times: RegExpExecArray, lines: readonly string[]): Cue {
  const raw = lines.join(' ').trim();
  const text = raw
    .replaceAll(TAG, '')
    .replaceAll(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities.get(entity) ?? entity)
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
  return {
    start: seconds(times.slice(1, 5)),
    end: seconds(times.slice(5, 9)),
    text,
    speaker: SPEAKER.exec(raw)?.[1]?.trim(),
  };
}

// A caption that scrolls is shown again at once. Programs round its times.
const MAX_GAP_SECONDS = 0.1;

/** Whether a cue continues to show the one before it. What is said again after a pause is another cue. */
const repeats = ({ text, speaker, start }: Cue, before: Cue): boolean =>
  text === before.text &&
  speaker === before.speaker &&
  start >= before.start &&
  start - before.end <= MAX_GAP_SECONDS;

/** Reads the cues of a file of subtitles, SubRip or WebVTT, in its order. Those without text are left out. */
export function readCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let times: RegExpExecArray | null = null;
  let lines: string[] = [];
  const end = (): void => {
    if (times !== null) {
      const cue = toCue(times, lines);
      const last = cues.at(-1);
      if (cue.text !== '' && !(last !== undefined && repeats(cue, last))) cues.push(cue);
    }
    times = null;
    lines = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const found = TIMES.exec(line);
    if (found !== null) {
      end();
      times = found;
    } else if (line.trim() === '') end();
    else if (times !== null) lines.push(line.trim());
  }
  end();
  return cues;
}
