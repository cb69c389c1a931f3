import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { StageSettings } from '../../cdk/settings.ts';
import type { Json } from './check/template.ts';
import { addStage, newApp } from './synthesize-stack.ts';

/** Synthesizes a stage with the AWS Solutions rules, and returns its findings without an acknowledged reason. */
export const findings = async (settings: StageSettings): Promise<readonly string[]> => {
  // CDK's own validation takes ten seconds; `fitsSchemas` checks the same.
  const app = newApp({ builtinCloudFormationValidation: false });
  addStage(app, settings);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const failed = await Promise.resolve()
    .then(() => app.synth())
    .then(
      () => '',
      (error: unknown) => String(error),
    );
  const report = JSON.parse(await readFile(join(app.outdir, 'validation-report.json'), 'utf8'));
  await rm(app.outdir, { recursive: true });
  const violated = report.pluginReports.flatMap((each: Json) =>
    each.violations.map(({ ruleName }: Json) => ruleName),
  );
  return [...violated, ...(failed === '' ? [] : [failed])];
};
