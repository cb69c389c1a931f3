import { join } from 'node:path';
import { type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { builtAsset } from './built-asset.ts';
import { runBuild } from './run-build.ts';

const dashboardFolder = join(import.meta.dirname, '..', 'dashboard');

/** Builds the dashboard's files into a folder. */
export const buildDashboard = (outputFolder: string): void =>
  runBuild(join(dashboardFolder, 'build.ts'), 'buildDashboard', outputFolder);

/** The dashboard's built files. */
export const dashboardSource = (): ISource => Source.asset(dashboardFolder, builtAsset(buildDashboard));
