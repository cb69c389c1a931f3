import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itLong } from '../../support/long-run.ts';

const module = join(import.meta.dirname, '../../../lib/conversions/base/process-folder.ts');
let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'process-folder-test-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Creates a folder in a process that then runs `end`. */
const inProcess = (end: string) =>
  spawnSync(process.execPath, [
    '--input-type=module',
    '-e',
    `import { makeProcessFolder } from ${JSON.stringify(module)}; makeProcessFolder(${JSON.stringify(parent)}, 'any-'); ${end}`,
  ]);

describe('the folder of a process', () => {
  it('can be accessed by its user only, and is removed at the end', () => {
    inProcess(`import { statSync, readdirSync } from 'node:fs'; process.exitCode = 3;`);

    expect(readdirSync(parent)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGKILL'])('is removed by the next process if %s killed its own', (signal) => {
    inProcess(`process.kill(process.pid, '${signal}'); setInterval(() => undefined, 1000);`);
    const [left = ''] = readdirSync(parent);
    expect(statSync(join(parent, left)).mode & 0o777).toBe(0o700);

    inProcess('');

    expect(readdirSync(parent)).toEqual([]);
  });

  it('of a running process, of another prefix or behind a link stays', () => {
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    mkdirSync(join(outside, 'content'));
    const names = [`any-${process.pid}-aaaaaa`, `other-${ended}-aaaaaa`, 'any-', 'any-x'];
    for (const name of names) mkdirSync(join(parent, name));
    symlinkSync(outside, join(parent, `any-${ended}-link`));

    inProcess('');

    expect(readdirSync(parent).toSorted()).toEqual([...names, `any-${ended}-link`].toSorted());
    expect(existsSync(join(outside, 'content'))).toBe(true);
    rmSync(outside, { recursive: true });
  });
});

describe.runIf(process.getuid?.() === 0)('the unpacked browser', () => {
  const unpackModule = join(
    import.meta.dirname,
    '../../../lib/conversions/backends/chromium/unpack-browser.ts',
  );
  const unpack = () =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { unpackBrowser, browserFolder } from ${JSON.stringify(unpackModule)};
         process.stdout.write(browserFolder() + '\\n');
         await unpackBrowser().then(({ executable }) => process.stdout.write(executable), ({ message }) => process.stdout.write(message));`,
      ],
      { env: { ...process.env, TMPDIR: parent }, encoding: 'utf8' },
    ).split('\n');

  it.each([
    [
      'belongs to another user',
      (folder: string) => mkdirSync(folder),
      (folder: string) => execFileSync('chown', ['65534', folder]),
    ],
    [
      'is a link',
      (folder: string) => symlinkSync(mkdtempSync(join(parent, 'real-')), folder),
      () => undefined,
    ],
    [
      'is writable by others',
      (folder: string) => mkdirSync(folder),
      (folder: string) => chmodSync(folder, 0o777),
    ],
  ])('is not executed from a folder that %s', (_, create, change) => {
    chmodSync(parent, 0o1777);
    const folder = join(parent, 'chromium-x');
    create(folder);
    change(folder);
    // The name depends on the version of the package.
    const [name = ''] = unpackInPlan();
    execFileSync('mv', ['-T', folder, name]);

    expect(unpack()[1]).toBe(`${name} belongs to another user or is writable by others. Remove it.`);
  });

  /** Returns the path of the browser without unpacking it. */
  const unpackInPlan = () =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { browserFolder } from ${JSON.stringify(unpackModule)}; process.stdout.write(browserFolder());`,
      ],
      { env: { ...process.env, TMPDIR: parent }, encoding: 'utf8' },
    ).split('\n');

  itLong('replaces those of other versions that no process has used for a week', () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    const old = [
      join(parent, 'chromium-1.2.3-0'),
      join(parent, 'chromium-1.2.4-0'),
      join(parent, 'chromium-1.2.3-1'),
    ];
    for (const folder of old) mkdirSync(folder);
    for (const [index, age] of [8, 6, 8].entries())
      execFileSync('touch', ['-d', days(age).toISOString(), old[index] ?? '']);

    const [folder = '', executable] = unpack();

    expect(executable).toBe(join(folder, 'chromium'));
    expect(old.map((each) => existsSync(each))).toEqual([false, true, true]);
    expect(readdirSync(parent).some((name) => name.includes('part'))).toBe(false);
  });
});
