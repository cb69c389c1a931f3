import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SynthesisError, synthesize } from '../../local/assembly.ts';
import { itLong } from '../support/long-run.ts';
import { temporaryFolder } from './fixture-stack.ts';

let project: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory: project, remove } = await temporaryFolder());
  await mkdir(join(project, 'cdk'));
  await mkdir(join(project, 'lib'));
  await writeFile(join(project, 'lib', 'a.ts'), 'one');
  await writeFile(join(project, 'cdk.json'), '{"context":{"own":1}}');
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await writeApp(`
    import { writeFileSync } from 'node:fs';
    writeFileSync(process.env.CDK_OUTDIR + '/manifest.json', process.env.CDK_CONTEXT_JSON);`);
});
afterEach(() => remove());

const writeApp = (source: string) => writeFile(join(project, 'cdk', 'app.ts'), source);
const run = () => synthesize(project, join(project, 'build'));

describe('synthesize', () => {
  it('runs the app with the context of cdk.json and asset metadata', async () => {
    const { directory, cached } = await run();

    expect(cached).toBe(false);
    expect(JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'))).toEqual({
      own: 1,
      'docforge:local': {},
      'aws:cdk:enable-asset-metadata': true,
      'aws:cdk:disable-asset-staging': true,
      'aws:cdk:version-reporting': false,
    });
  });

  it('reports the stages that the app prints', async () => {
    await writeApp(`
      import { writeFileSync } from 'node:fs';
      process.stderr.write('Bundling asset A/Code...\\nBundling 2 functions\\n');
      process.stderr.write('Building the site\\n');
      writeFileSync(process.env.CDK_OUTDIR + '/manifest.json', '{}');`);
    const stages: string[] = [];

    await synthesize(project, join(project, 'build'), {}, (stage) => stages.push(stage));

    expect(stages).toEqual(['Bundling 2 functions', 'Building the site']);
  });

  it('returns the same assembly while the content of the sources is unchanged', async () => {
    const { directory } = await run();
    await utimes(join(project, 'lib', 'a.ts'), 1, 1);

    expect(await run()).toEqual({ directory, cached: true });
  });

  it('returns the same assembly for a path that ends with a slash', async () => {
    const { directory } = await run();

    expect(await synthesize(`${project}/`, join(project, 'build'))).toEqual({ directory, cached: true });
  });

  it.each(['lib/a.ts', 'lib/new.ts', 'cdk.json', 'docforge.config.ts', 'package.json'])(
    'synthesizes again after %s has changed',
    async (path) => {
      const { directory } = await run();
      await writeFile(join(project, path), '{"type":"module"} ');

      const again = await run();

      expect(again).toEqual({ directory: expect.not.stringMatching(`^${directory}$`), cached: false });
    },
  );

  it('reports the output of an app that fails, and keeps nothing of it', async () => {
    await writeApp("throw new Error('no such construct')");

    await expect(run()).rejects.toThrow(SynthesisError);
    await expect(run()).rejects.toThrow('no such construct');
  });

  /** Synthesizes again from changed sources. */
  const runAnew = async (text: string): Promise<string> => {
    await writeFile(join(project, 'lib', 'a.ts'), text);
    return (await run()).directory;
  };
  const kept = async (): Promise<string[]> =>
    (await readdir(join(project, 'build')))
      .filter((name) => name.startsWith('assembly-'))
      .map((name) => join(project, 'build', name))
      .sort();

  it('keeps only the latest assembly', async () => {
    for (const text of ['1', '2', '3']) {
      const directory = await runAnew(text);
      // As if the process that requested it had ended.
      await rm(join(directory, `used-by-${process.pid}`));
    }
    const latest = await runAnew('4');

    const names = await readdir(join(project, 'build'));
    expect(await kept()).toEqual([latest]);
    expect(names.filter((name) => name.endsWith('.json'))).toHaveLength(1);
  });

  itLong('keeps every assembly that a running process uses', async () => {
    const used = await Promise.all([run(), run()]);
    const others: string[] = [];
    for (const text of ['1', '2', '3']) others.push(await runAnew(text));

    expect(await kept()).toEqual([...new Set([...used.map(({ directory }) => directory), ...others])].sort());
  });

  it('does not reuse an assembly if a source changed during synthesis', async () => {
    await writeApp(`
      import { appendFileSync, writeFileSync } from 'node:fs';
      writeFileSync(process.env.CDK_OUTDIR + '/manifest.json', '{}');
      appendFileSync('lib/a.ts', 'more');`);
    await run();

    await writeFile(join(project, 'lib', 'a.ts'), 'one');

    expect((await run()).cached).toBe(false);
  });

  it('returns a usable assembly to two concurrent callers', async () => {
    const both = await Promise.all([run(), run()]);

    for (const { directory } of both)
      expect(await readFile(join(directory, 'manifest.json'), 'utf8')).toContain('own');
  });
});
