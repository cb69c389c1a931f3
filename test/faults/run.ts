import { parseArgs } from 'node:util';
import { runFaults } from './run-faults.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

print(`Seed ${values.seed}: --seed ${values.seed} --jobs ${values.jobs} repeats this run`);
const { problems, ...figures } = await runFaults(Number(values.jobs), Number(values.seed), print);
print(JSON.stringify(figures, undefined, 2));
for (const problem of problems) print(`Wrong: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
