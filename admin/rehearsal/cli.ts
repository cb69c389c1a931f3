import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { SettingError } from '../../cdk/settings.ts';
import { openAws, regionOfCli } from '../preflight/aws-call.ts';
import { RehearsalError, rehearse } from './rehearse.ts';

const { values } = parseArgs({ options: { stage: { type: 'string' } } });
const stage = values.stage ?? '';
if (stage === '') {
  console.error('Usage: npm run rehearse -- --stage NAME');
  process.exit(1);
}

try {
  const isGood = await rehearse({
    file: process.env.DOCFORGE_CONFIG || undefined,
    stage,
    region: regionOfCli,
    call: openAws(),
    run: async (command, ...args) =>
      spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DOCFORGE_STAGE: stage } })
        .status === 0,
    print: console.log,
    now: Date.now,
  });
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  if (!(error instanceof RehearsalError || error instanceof SettingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
