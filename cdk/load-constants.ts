import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { constantsOf, SettingError } from './settings.ts';

/** Sets the constants of a deployment before a program imports them: `node --import ./cdk/load-constants.ts admin/cli.ts --stack NAME`. */
const { stack: stackName } = parseArgs({
  strict: false,
  options: { stack: { type: 'string' } },
}).values;

try {
  const settings = await readConfig({
    file: process.env.DOCFORGE_CONFIG || undefined,
    stage: process.env.DOCFORGE_STAGE || undefined,
    ...(typeof stackName === 'string' ? { stackName } : { local: {} }),
  });
  globalThis.docforgeConstants = JSON.stringify(constantsOf(settings));
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
