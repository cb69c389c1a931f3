import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'terminal.py');

/** A program on a terminal. */
type TerminalRun = {
  readonly type: (text: string) => void;
  readonly output: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
};

/** Starts a program on a pseudo-terminal of a number of columns. */
export const startOnTerminal = (
  columns: number,
  command: readonly string[],
  settings: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): TerminalRun => {
  const child = spawn('python3', [program, String(columns), ...command], {
    ...settings,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  return {
    type: (text) => child.stdin.write(text),
    output: () => output,
    ended: once(child, 'close').then(() => {
      child.stdin.destroy();
      return { code: child.exitCode, output };
    }),
  };
};

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1faff}]/u;

/**
 * The lines that a terminal shows after some output, without colors. A line that the terminal wrapped at its last column is one line. Throws
 * Error for a control that the command has no reason to write.
 */
export const screenLines = (output: string, columns: number): string[] => {
  const rows: { cells: string[]; isWrapped: boolean }[] = [{ cells: [], isWrapped: false }];
  let row = 0;
  let column = 0;
  const move = (isWrapped: boolean): void => {
    row += 1;
    column = 0;
    rows[row] ??= { cells: [], isWrapped };
  };
  for (const [token, controls] of output.matchAll(/\p{Cc}\[([?\d;]*[A-Za-z])|./gsu)) {
    if (controls === 'K') rows[row]?.cells.splice(column);
    else if (controls !== undefined && !/^[\d;]*m$/.test(controls))
      throw new Error(`unexpected control sequence ${JSON.stringify(token)}`);
    else if (controls !== undefined) continue;
    else if (token === '\r') column = 0;
    else if (token === '\n') move(false);
    else if (token < ' ' || (token >= '\u007f' && token < '\u00a0'))
      throw new Error(`unexpected control character ${JSON.stringify(token)}`);
    else {
      const width = WIDE.test(token) ? 2 : 1;
      if (column + width > columns) move(true);
      const cells = rows[row]?.cells ?? [];
      while (cells.length < column) cells.push(' ');
      cells.splice(column, width, token, ...Array(width - 1).fill(''));
      column += width;
    }
  }
  const lines: string[] = [];
  for (const { cells, isWrapped } of rows)
    if (isWrapped) lines.push((lines.pop() ?? '') + cells.join(''));
    else lines.push(cells.join(''));
  return lines;
};
