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

/** Reads the cues of a file of subtitles, SubRip or WebVTT, in its order. Those without text are left out. */
export function readCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let times: RegExpExecArray | null = null;
  let lines: string[] = [];
  const end = (): void => {
    if (times !== null) {
      const cue = toCue(times, lines);
      const last = cues.at(-1);
      // A caption that scrolls repeats its last line.
      if (cue.text !== '' && !(last?.text === cue.text && last.speaker === cue.speaker)) cues.push(cue);
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
