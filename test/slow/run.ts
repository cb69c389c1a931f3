import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createControlGroup } from '../../local/function-host/control-group.ts';

// Runs the end-to-end tests again and again with a part of the processor. A test that fails once passes by chance otherwise.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    percent: { type: 'string', default: '33' },
  },
});

const processors = (Number(values.percent) / 100) * availableParallelism();
const share = await createControlGroup(`docforge-slow-${process.pid}`, { processors });
const times = Number(values.times);
let failures = 0;
for (let run = 1; run <= times; run += 1) {
  const started = performance.now();
  // The shell waits until it is in the group, so that each process of the tests is.
  const tests = spawn(
    'sh',
    ['-c', 'read _ && exec "$@"', 'sh', 'npx', 'vitest', 'run', '--project', 'e2e', ...positionals],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  if (tests.pid === undefined) throw new Error('No shell could be started');
  await share.add(tests.pid);
  tests.stdin.end('go\n');
  const [code] = await once(tests, 'exit');
  failures += code === 0 ? 0 : 1;
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`run ${run} of ${times}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s\n`);
}
await share.remove();
process.stdout.write(
  `${times - failures} of ${times} runs passed with ${values.percent} % of the processor\n`,
);
process.exitCode = failures === 0 ? 0 : 1;
