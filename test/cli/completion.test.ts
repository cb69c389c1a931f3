import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { completionsOf, pairOfWords } from '../../cli/complete-options.ts';
import { runHere } from '../support/run-command.ts';

it.each([
  ['convert a.docx --to pdf -O', { from: 'docx', to: 'pdf' }],
  ['convert -o out.pdf a.docx b.pdf -t html -O', { from: 'docx', to: 'html' }],
  ['convert a.unknown --from rtf --to pdf -O', { from: 'rtf', to: 'pdf' }],
  ['extract scan.PDF -O', { from: 'pdf', to: 'text' }],
  ['extract scan.pdf -F tables -O', { from: 'pdf', to: 'tables' }],
  ['merge a.png b.png --out all.pdf -O', { from: 'png', to: 'pdf' }],
  ['convert a.docx -O', undefined],
  ['convert --to pdf -O', undefined],
])('finds the pair of formats in "%s"', (line, pair) => {
  expect(pairOfWords([...line.split(' '), ''])).toEqual(pair);
});

it('completes names of options, then their values', () => {
  const options = {
    properties: {
      toc: { type: 'boolean' },
      size: { enum: ['A4', 'A5'] },
      margin: { anyOf: [{ type: 'number' }, { enum: ['none'] }] },
      header: { type: 'string' },
    },
  };

  expect(completionsOf('', options)).toEqual(['toc=', 'size=', 'margin=', 'header=']);
  expect(completionsOf('toc=', options)).toEqual(['toc=true', 'toc=false']);
  expect(completionsOf('size=A', options)).toEqual(['size=A4', 'size=A5']);
  expect(completionsOf('margin=', options)).toEqual(['margin=none']);
  expect(completionsOf('header=', options)).toEqual([]);
  expect(completionsOf('none=', options)).toEqual(['toc=', 'size=', 'margin=', 'header=']);
});

/** Runs a shell with the completion of a service whose options are `page_size` and `pages`. */
const complete = async (shell: string, run: (script: string) => readonly string[]): Promise<string> => {
  const { stdout } = await runHere(['completion', shell], { cwd: process.cwd() });
  const fake = `docforge() { case "$*" in *page_size=*) echo page_size=A4; echo page_size=A5;; *) echo page_size=; echo pages=;; esac; }`;
  const [program = '', ...args] = run(`${fake}\n${stdout}`);
  return execFileSync(program, args, { encoding: 'utf8' });
};

const lines = [
  'docforge con',
  'docforge convert --fo',
  'docforge convert a.md --to pd',
  'docforge convert a.md -t pd',
  'docforge convert a.md --to pdf -O page_',
  'docforge convert a.md --to pdf --option page_size = A',
  'docforge jobs --status fa',
  'docforge formats docx do',
];

it('completes in bash', async () => {
  const calls = lines.map(
    (line) =>
      `COMP_WORDS=(${line}) COMP_CWORD=${line.split(' ').length - 1}; _docforge; echo "\${COMPREPLY[@]}"`,
  );

  const output = await complete('bash', (script) => ['bash', '-c', `${script}\n${calls.join('\n')}`]);

  expect(output).toBe('convert\n--force\npdf\npdf\npage_size=\nA4 A5\nfailed\ndocx doc document\n');
});
