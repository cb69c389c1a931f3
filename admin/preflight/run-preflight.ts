import { readConfig } from '../../cdk/config.ts';
import { type Line, outcomeOf } from '../check/run-check.ts';
import { type AwsCall, openAws, regionOfCli } from './aws-call.ts';
import { preflightChecks } from './checks.ts';

/** Where the settings and AWS come from. */
type PreflightSource = {
  readonly file?: string | undefined;
  readonly stage?: string | undefined;
  readonly region?: () => Promise<string>;
  readonly call?: AwsCall;
};

/**
 * Checks the account and the region of a stage before its deployment. Changes nothing.
 *
 * @param onLine called with each outcome
 * @throws SettingError for invalid settings
 */
export const runPreflight = async (
  { file, stage, region = regionOfCli, call = openAws() }: PreflightSource,
  onLine: (line: Line) => void,
): Promise<readonly Line[]> => {
  const settings = await readConfig({ file, stage });
  const preflight = { settings, region: settings.region ?? (await region()), call };
  const lines: Line[] = [];
  for (const { name, run } of preflightChecks) {
    const line = await outcomeOf(name, () => run(preflight));
    lines.push(line);
    onLine(line);
  }
  return lines;
};
