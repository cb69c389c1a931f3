import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { minimize } from './minimize.ts';
import { digestOf, type Finding, runCases } from './run-cases.ts';
import { ownSamples, samplesIn } from './samples.ts';

// Documents that are changed at random, through every engine of their format, in the process that the service runs them in.
// A crash, a hang, a flood of memory or an internal error is a finding. See CONTRIBUTING.md.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    files: { type: 'string' },
    case: { type: 'string' },
    minimize: { type: 'boolean', default: false },
    out: { type: 'string', default: 'build/fuzz' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seed = values.seed ?? String(Date.now());
const first = Number(values.case ?? 0);
const most = values.case === undefined ? Number(values.files ?? Number.POSITIVE_INFINITY) : 1;
const end = performance.now() + Number(values.minutes) * 60_000;
const samples = [...(await ownSamples()), ...(await Promise.all(positionals.map(samplesIn))).flat()];
const formats = new Set(samples.map(({ format }) => format)).size;
say(`seed ${seed}: ${samples.length} samples of ${formats} formats`);

const outcomes = new Map<string, number>();

async function save(finding: Finding): Promise<void> {
  const { index, sample, from, target, outcome, detail } = finding;
  const key = `${from} to ${target.to}: ${outcome}`;
  outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
  const bytes = values.minimize ? await minimize(finding) : finding.bytes;
  await mkdir(values.out, { recursive: true });
  const name = join(values.out, `${seed}-${index}-${digestOf(bytes)}`);
  await writeFile(`${name}.${from}`, bytes);
  const about = { seed, case: index, samples: positionals, sample, from, target, outcome, detail };
  await writeFile(`${name}.json`, `${JSON.stringify(about, null, 2)}\n`);
  say(`case ${index}: ${sample}, ${key}\n  ${detail.split('\n')[0]}\n  ${name}.${from}`);
}

const count = await runCases({
  samples,
  seed,
  first,
  goesOn: (index) => index - first < most && performance.now() < end,
  onFinding: save,
});

say(`${count} files, ${[...outcomes.values()].reduce((sum, each) => sum + each, 0)} findings`);
for (const [key, times] of outcomes) say(`  ${times} x ${key}`);
process.exitCode = outcomes.size > 0 ? 1 : 0;
