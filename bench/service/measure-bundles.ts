import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleName } from '../../cdk/bundle.ts';
import { environmentNames } from '../../lib/env.ts';
import { endpointFunctions } from '../../lib/functions/endpoint-functions.ts';
import { type Cells, ms } from './print-table.ts';
import { median } from './statistics.ts';

const run = promisify(execFile);

/** Targets for a function of the API: its code without source map, and its import in a new process. */
const targetKilobytes = 500;
const targetMilliseconds = 80;

/** Imports of each function; the first reads it from the disk. */
const imports = 7;

/** Prints how long an import took, and ends what it opened. */
const importScript =
  'const at = performance.now(); await import(process.argv[1]); console.log(performance.now() - at); process.exit(0);';

/** A value that every variable accepts, as a number or as a name. */
const environment = {
  ...Object.fromEntries(Object.values(environmentNames).map((name) => [name, '100'])),
  [environmentNames.dashboardUrl]: 'https://docforge.example/dashboard/',
};

const importOnce = async (path: string): Promise<number> => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', importScript, path], {
    env: { ...environment, PATH: process.env.PATH, AWS_REGION: 'us-east-1' },
  });
  return Number(stdout.trim().split('\n').at(-1));
};

/** Measures the code of each function of the API and its import in a new process of Node.js. */
export const measureBundles = async (folder: string, signal: AbortSignal): Promise<Cells> => {
  const names = Object.values(endpointFunctions).map(({ file }) => bundleName(file));
  const rows: { readonly name: string; readonly kilobytes: number; readonly milliseconds: number }[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    const path = join(folder, name, 'index.mjs');
    const times: number[] = [];
    while (times.length < imports) times.push(await importOnce(path));
    rows.push({ name, kilobytes: (await stat(path)).size / 1000, milliseconds: median(times) });
  }
  return [
    ['function', 'KB', `<= ${targetKilobytes}`, 'import ms', `<= ${targetMilliseconds}`],
    ...rows
      .toSorted((one, other) => one.kilobytes - other.kilobytes)
      .map(({ name, kilobytes, milliseconds }) => [
        name,
        kilobytes.toFixed(0),
        kilobytes <= targetKilobytes ? 'met' : 'missed',
        ms(milliseconds),
        milliseconds <= targetMilliseconds ? 'met' : 'missed',
      ]),
  ];
};
