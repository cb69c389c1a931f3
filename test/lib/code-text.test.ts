import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlFile, pythonValue, scriptValue, shellQuoted, shellWord } from '../../lib/code-text.ts';

const value = {
  pages: '1-3, \'x\' \\ "y"\n',
  landscape: true,
  empty: null,
  margin: { top: 5 },
  names: ['a'],
};

describe('a value in code', () => {
  it.each(["it's $HOME `x`", 'pages=1-3', 'a b\\'])('is one word of the shell: %s', (text) => {
    for (const quoted of [shellQuoted(text), shellWord(text)])
      expect(execFileSync('sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' })).toBe(text);
  });

  it('is the same in TypeScript', () => {
    expect(new Function(`return ${scriptValue(value)}`)()).toEqual(value);
  });

  it('is the same in Python', () => {
    const program = `import json; print(json.dumps(${pythonValue(value)}))`;

    expect(JSON.parse(execFileSync('python3', ['-c', program], { encoding: 'utf8' }))).toEqual(value);
  });

  it('is a file of a form', () => {
    expect(curlFile("it's.docx")).toBe("'file=@it'\\''s.docx'");
    expect(curlFile('a;b".pdf')).toBe(`'file=@"a;b\\".pdf"'`);
  });
});
