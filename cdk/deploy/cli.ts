import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataStackId, firstDeploymentKey } from '../first-deployment.ts';
import { isDataMissing, lossesOf, refusalOf, synthesizedStacks } from './check-deployment.ts';

const root = join(import.meta.dirname, '..', '..');
const assembly = join(root, 'cdk.out');

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

/** Reads the arguments. Those after `--` are for `cdk deploy`. */
const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { stage: { type: 'string' }, allow: { type: 'string', multiple: true, default: [] } },
    });
  } catch (error) {
    return fail(
      `${error instanceof Error ? error.message : error}. Usage: npm run deploy -- [--stage NAME] [--allow NAME ...] [-- arguments of cdk deploy]`,
    );
  }
};

const { values, positionals } = readArguments();
if (values.stage !== undefined) process.env.DOCFORGE_STAGE = values.stage;

const cdk = (...args: readonly string[]): void => {
  const { status, error } = spawnSync(join(root, 'node_modules', '.bin', 'cdk'), args, {
    cwd: root,
    stdio: 'inherit',
  });
  if (error !== undefined) fail(`cdk cannot be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
};

cdk('synth', '--quiet', '--output', assembly);
const stacks = synthesizedStacks(assembly);
const unreadable = (error: unknown): never =>
  fail(
    `The deployed stack cannot be read: ${error instanceof Error ? error.message : error}. Check the credentials and the region of your AWS CLI.`,
  );
const losses = await lossesOf(stacks).catch(unreadable);
const refusal = refusalOf(losses, values.allow);
if (refusal !== undefined) fail(refusal);
if (await isDataMissing(stacks).catch(unreadable))
  cdk('deploy', dataStackId, '--exclusively', '--context', `${firstDeploymentKey}=true`, ...positionals);
cdk('deploy', '--all', '--app', assembly, ...positionals);
