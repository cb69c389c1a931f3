import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createMessages, type Terminal } from '../../cli/console.ts';

/** Streams of a command, on a terminal or not. */
const streams = (isTTY: boolean) => {
  const stdout = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  const terminal = { stdin: process.stdin, stdout, stderr } as unknown as Terminal;
  const end = async () => {
    stdout.end();
    stderr.end();
    return { stdout: await text(stdout), stderr: await text(stderr) };
  };
  return { terminal, end };
};

it('writes lines and no bar where the output is not a terminal', async () => {
  const { terminal, end } = streams(false);
  const messages = createMessages(terminal, { linesTo: 'stdout', hasBar: true });

  messages.progress(0, 2, 'a.pdf');
  messages.line('a.pdf -> a.txt');
  messages.note('warning');
  messages.stop();

  expect(await end()).toEqual({ stdout: 'a.pdf -> a.txt\n', stderr: 'warning\n' });
});

it('writes every line above the bar on a terminal, also the last one', async () => {
  const { terminal, end } = streams(true);
  const messages = createMessages(terminal, { linesTo: 'stdout', hasBar: true });

  messages.progress(0, 2, 'a.pdf');
  messages.line('a.pdf -> a.txt');
  messages.progress(1, 2, 'b.pdf');
  messages.line('b.pdf -> b.txt');
  messages.stop();

  const { stderr } = await end();
  expect(stderr).toContain('0/2 a.pdf');
  expect(stderr).toContain('a.pdf -> a.txt\n');
  expect(stderr).toContain('b.pdf -> b.txt\n');
});

it('replaces control characters of file names', async () => {
  const { terminal, end } = streams(false);

  createMessages(terminal, { linesTo: 'stderr', hasBar: false }).line('a\u001b[2Jb\n.pdf');

  expect((await end()).stderr).toBe('a\ufffd[2Jb\ufffd.pdf\n');
});
