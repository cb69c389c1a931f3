import { styleText } from 'node:util';
import { printable, printableJson, printableLines } from '../lib/conversions/base/printable.ts';

/** The standard streams of a command. */
export type Terminal = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
};

/** Messages of a command, with a progress bar on a terminal. */
export type Messages = {
  /** A line on standard output. */
  line(text: string): void;
  /** A value as one line of JSON on standard output. */
  json(value: unknown): void;
  /** A line on standard error. */
  note(text: string): void;
  /** Shows how many documents are done, and the one in progress. */
  progress(done: number, total: number, label: string): void;
  /** Removes the bar. */
  stop(): void;
};

/** Returns true if a stream is a terminal that shows colors. Node.js reads `NO_COLOR`, `FORCE_COLOR` and `TERM`. */
export const hasColors = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && stream.hasColors?.() === true;

/** Colors the start of an error, and the word "warning" of a warning, on a terminal. */
const colored = (stream: NodeJS.WriteStream, text: string): string => {
  if (!hasColors(stream)) return text;
  const style = (color: 'red' | 'yellow', part: string): string =>
    styleText(color, part, { validateStream: false });
  return text.startsWith('docforge: ')
    ? style('red', 'docforge:') + text.slice('docforge:'.length)
    : text.replace(': warning: ', `: ${style('yellow', 'warning:')} `);
};

/** Writes lines without characters that could control the terminal, which file names and responses can contain. */
export const say = (stream: NodeJS.WriteStream, text: string): void => {
  stream.write(`${colored(stream, printableLines(text))}\n`);
};

const barColumns = 24;

/** Returns to the start of the line and erases it (ECMA-48: CR, EL). */
const eraseLine = '\r\u001b[K';

// Matches some characters of one column, which makes the bar shorter than it could be.
const WIDE = /[\u1100-\u115f\u2e80-\u{10ffff}\p{Emoji_Presentation}]/u;

/** Cuts text so that it fits into a number of columns. */
const fitted = (text: string, columns: number): string => {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += WIDE.test(character) ? 2 : 1;
    if (used > columns) return text.slice(0, end);
    end += character.length;
  }
  return text;
};

const barOf = (done: number, total: number, label: string): string => {
  const full = Math.round((barColumns * done) / Math.max(total, 1));
  return `${'█'.repeat(full)}${'░'.repeat(barColumns - full)} ${done}/${total} ${printable(label)}`;
};

/** Creates the messages of a command. `linesTo` is `stderr` if the result goes to standard output. */
export const createMessages = (
  { stdout, stderr }: Terminal,
  { linesTo, hasBar }: { readonly linesTo: 'stdout' | 'stderr'; readonly hasBar: boolean },
): Messages => {
  const lines = linesTo === 'stdout' ? stdout : stderr;
  const isShown = hasBar && stderr.isTTY;
  let bar = '';

  const draw = (next: string): void => {
    // A bar that reaches the last column would wrap, and only its last line would be erased.
    const line = fitted(next, (stderr.columns || 80) - 1);
    if (line !== bar) stderr.write(`${bar === '' ? '' : eraseLine}${line}`);
    bar = line;
  };

  const write = (stream: NodeJS.WriteStream, text: string): void => {
    const shown = stream.isTTY ? bar : '';
    if (shown !== '') draw('');
    stream.write(`${text}\n`);
    if (shown !== '') draw(shown);
  };

  return {
    line: (text) => write(lines, printable(text)),
    json: (value) => write(lines, printableJson(value)),
    note: (text) => write(stderr, colored(stderr, printable(text))),
    progress: (done, total, label) => {
      if (isShown) draw(barOf(done, total, label));
    },
    stop: () => draw(''),
  };
};
