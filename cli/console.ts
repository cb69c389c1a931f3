import { MultiBar, Presets, type SingleBar } from 'cli-progress';

/** What a command reads and writes. */
export type Terminal = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
};

/** Messages of a command, with a progress bar on a terminal. */
export type Messages = {
  /** A line on standard output. */
  line(text: string): void;
  /** A line on standard error. */
  note(text: string): void;
  /** Shows that `done` of `total` documents are converted, and what is under way. */
  progress(done: number, total: number, label: string): void;
  stop(): void;
};

// A file name can contain characters that control terminals.
const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '\ufffd');

/** Creates the messages of a command. `linesTo`: standard error if the result is on standard output. */
export const createMessages = (
  { stdout, stderr }: Terminal,
  { linesTo, hasBar }: { readonly linesTo: 'stdout' | 'stderr'; readonly hasBar: boolean },
): Messages => {
  const bars =
    hasBar && stderr.isTTY
      ? new MultiBar(
          {
            format: '{bar} {value}/{total} {label}',
            stream: stderr,
            clearOnComplete: true,
            hideCursor: true,
            // Ctrl-C is handled once, by the command.
            gracefulExit: false,
            barsize: 24,
          },
          Presets.shades_classic,
        )
      : undefined;
  let bar: SingleBar | undefined;

  const write = (stream: NodeJS.WriteStream, text: string): void => {
    if (bars === undefined || !stream.isTTY) stream.write(`${text}\n`);
    else {
      bars.log(`${text}\n`);
      // Written now: what is still in the buffer when the bar stops would be lost.
      bars.update();
    }
  };

  return {
    line: (text) => write(linesTo === 'stdout' ? stdout : stderr, printable(text)),
    note: (text) => write(stderr, printable(text)),
    progress: (done, total, label) => {
      if (bars === undefined) return;
      bar ??= bars.create(total, done, { label: '' });
      bar.setTotal(total);
      bar.update(done, { label: printable(label).slice(0, 40) });
    },
    stop: () => bars?.stop(),
  };
};
