import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { SettingError } from '../../cdk/settings.ts';
import { AccountError } from '../../lib/accounts/manage-accounts.ts';
import { localDeployment } from '../find-deployment.ts';
import { openAws, regionOfCli } from '../preflight/aws-call.ts';
import { callLocally } from './call-locally.ts';
import { checkAndMeasure, RehearsalError, rehearse } from './rehearse.ts';

const { values } = parseArgs({ options: { stage: { type: 'string' }, local: { type: 'boolean' } } });
const { stage = '', local = false } = values;
if ((stage === '') !== local) {
  console.error('Usage: npm run rehearse -- --stage NAME, or npm run rehearse -- --local');
  process.exit(1);
}

const common = {
  run: async (command: string, ...args: readonly string[]) =>
    spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DOCFORGE_STAGE: stage } }).status ===
    0,
  print: console.log,
  now: Date.now,
};

const start = async (): Promise<boolean> => {
  if (!local)
    return rehearse({
      ...common,
      file: process.env.DOCFORGE_CONFIG || undefined,
      stage,
      region: regionOfCli,
      call: openAws(),
    });
  const { region, watching } = await localDeployment(process.env.DOCFORGE_DATA_DIR ?? '.docforge');
  return checkAndMeasure({ ...common, region, call: callLocally(watching), startedAt: Date.now() });
};

try {
  process.exitCode = (await start()) ? 0 : 1;
} catch (error) {
  const isKnown = [RehearsalError, SettingError, AccountError].some((kind) => error instanceof kind);
  if (!(error instanceof Error) || !isKnown) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
