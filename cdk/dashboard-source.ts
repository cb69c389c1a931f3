import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { builtAsset } from './built-asset.ts';

const dashboardFolder = join(import.meta.dirname, '..', 'dashboard');

/** The build is asynchronous and CDK constructs are synchronous, so it runs in a child process. */
const buildScript = `
  const { buildDashboard } = await import(${JSON.stringify(join(dashboardFolder, 'build.ts'))});
  await buildDashboard(process.argv[1]);
`;

const build = (outputFolder: string): void => {
  execFileSync(process.execPath, ['--input-type=module', '--eval', buildScript, outputFolder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};

/** The dashboard's built files. */
export const dashboardSource = (): ISource => Source.asset(dashboardFolder, builtAsset(build));
