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

it('replaces control characters of file names, and escapes them in JSON', async () => {
  const { terminal, end } = streams(false);
  const messages = createMessages(terminal, { linesTo: 'stderr', hasBar: false });

  messages.line('a\u001b[2Jb\n\u202e.pdf');
  messages.json({ input: 'a\u001b\u0085\n\u202e\u2028.pdf' });

  expect((await end()).stderr).toBe(
    'a\ufffd[2Jb\ufffd\ufffd.pdf\n{"input":"a\\u001b\\u0085\\n\\u202e\\u2028.pdf"}\n',
  );
});
