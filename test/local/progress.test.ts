import { expect, it } from 'vitest';
import { printProgress } from '../../local/progress.ts';

const printed = (isTTY: boolean): string => {
  let text = '';
  let now = 0;
  const write = (more: string): void => {
    text += more;
  };
  const { begin, end } = printProgress({ isTTY, write }, () => now);
  begin('Preparing the stack');
  now += 12_340;
  begin('Bundling 48 functions');
  now += 960;
  end();
  end();
  return text;
};

it('replaces each stage on a terminal by its time', () => {
  expect(printed(true).split('\r\u001b[K')).toEqual([
    '  Preparing the stack ...',
    '  Preparing the stack              12.3 s\n  Bundling 48 functions ...',
    '  Bundling 48 functions             1.0 s\n',
  ]);
});

it('prints plain lines into a pipe', () => {
  expect(printed(false)).toBe('  Preparing the stack\n  Bundling 48 functions\n');
});
