import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { documentAt } from '../support/contract.ts';
import { loadPrism } from './prism.ts';
import { startProxies } from './proxies.ts';
import { createReport } from './report.ts';
import { assertPrismChecks } from './self-check.ts';

const project = join(import.meta.dirname, '..', '..');

const installPrism = (): void => {
  if (existsSync(join(import.meta.dirname, 'node_modules', '@stoplight', 'prism-http'))) return;
  process.stdout.write('Installing Prism, once\n');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--prefix', import.meta.dirname], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('npm ci failed in test/prism');
};

installPrism();
const document = documentAt('http://127.0.0.1');
const prism = await loadPrism(document);
await assertPrismChecks(document, prism);

const report = createReport();
// One after another, so that the relays come in between.
let checking = Promise.resolve();
const proxies = await startProxies((exchange) => {
  checking = checking.then(async () => report.add(exchange, await prism(exchange)));
});
const tests = spawn('npx', ['vitest', 'run', '--project', 'e2e', ...process.argv.slice(2)], {
  cwd: project,
  env: { ...process.env, DOCFORGE_PROXIES: proxies.url },
  stdio: 'inherit',
});
const [code] = await once(tests, 'exit');
proxies.close();
await checking;
process.stdout.write(`\n${report.text()}\n`);
process.exitCode = code === 0 && report.isClean() ? 0 : 1;
