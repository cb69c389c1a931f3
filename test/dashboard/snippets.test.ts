import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages, type SnippetCall, snippetOf } from '../../dashboard/playground/snippets.ts';
import { anyCharacter } from '../support/any-character.ts';

const run = promisify(execFile);
const call: SnippetCall = {
  url: 'https://docforge.example',
  filename: 'report.pdf',
  isLarge: false,
  operation: 'convert',
  target: 'text',
  options: {},
};

describe('the code beside the playground', () => {
  it.each(languages)('reads the key from the environment in %s', (language) => {
    const code = snippetOf(language, call);

    expect(code).toContain('DOCFORGE_API_KEY');
    expect(code).not.toContain('df_live_');
  });

  it.each(languages)('sends large files directly to storage in %s', (language) => {
    expect(snippetOf(language, { ...call, isLarge: true })).toContain('/uploads');
    expect(snippetOf(language, call)).not.toContain('/uploads');
  });

  it('formats options for each language', () => {
    const options = { pages: "1-3,'x'", landscape: true };

    expect(snippetOf('curl', { ...call, options })).toContain(
      `-F to=text \\\n  -F 'options={"pages":"1-3,'\\''x'\\''","landscape":true}'`,
    );
    expect(snippetOf('TypeScript', { ...call, options })).toContain(
      `form.append('options', '{"pages":"1-3,\\'x\\'","landscape":true}');`,
    );
    expect(snippetOf('Python', { ...call, options })).toContain(
      `fields = {"to": "text", "options": "{\\"pages\\":\\"1-3,'x'\\",\\"landscape\\":true}"}`,
    );
    const large = { ...call, options, isLarge: true };
    expect(snippetOf('curl', large)).toContain(
      `-d '{"file_id":"'$FILE_ID'","to":"text","options":{"pages":"1-3,'\\''x'\\''","landscape":true}}'`,
    );
    expect(snippetOf('TypeScript', large)).toContain(
      `{ file_id, to: 'text', options: { pages: '1-3,\\'x\\'', landscape: true } }`,
    );
    expect(snippetOf('Python', large)).toContain(
      `{"file_id": created["file_id"], "to": "text", "options": {"pages": "1-3,'x'", "landscape": True}}`,
    );
  });

  it('requests extractions by their format', () => {
    const code = snippetOf('TypeScript', { ...call, operation: 'extract', target: 'structured' });

    expect(code).toContain(
      `form.append('format', 'structured');\nconst response = await fetch(\`${'$'}{url}/extract\``,
    );
  });

  it.each(languages)('saves the result under the name that the service gives it in %s', (language) => {
    const code = snippetOf(language, { ...call, filename: 'sales.xlsx', target: 'csv' });

    expect(code).toMatch(/-LOJ|job\.output\.filename|job\["output"\]\["filename"\]/);
    expect(code).not.toContain('sales.csv');
  });

  it('is a valid shell script for any file name', async () => {
    const name = fc
      .string({ unit: anyCharacter, minLength: 1, maxLength: 20 })
      .filter((text) => !text.includes('\0'));
    const names = fc.array(fc.tuple(name, fc.boolean()), { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(names, async (drawn) => {
        const scripts = drawn.map(([filename, isLarge]) => snippetOf('curl', { ...call, filename, isLarge }));
        const { stderr } = await run('bash', [
          '-c',
          'for script; do bash -n -c "$script"; done',
          'bash',
          ...scripts,
        ]);

        expect(stderr).toBe('');
      }),
      { numRuns: 1 },
    );
  });

  it('quotes any file name in TypeScript', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (filename) => {
        const [, quoted = ''] =
          /openAsBlob\((.*)\), '/.exec(snippetOf('TypeScript', { ...call, filename })) ?? [];

        expect(new Function(`return ${quoted}`)()).toBe(filename);
      }),
    );
  });
});
