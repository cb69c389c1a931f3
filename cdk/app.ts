import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readAppConfig } from './config.ts';
import { recordSettings } from './deploy/recorded-settings.ts';
import { constantsOf, SettingError } from './settings.ts';

const app = new App();
try {
  const settings = await readAppConfig(app, process.env);
  // Before the import of what reads them.
  globalThis.docforgeConstants = JSON.stringify(constantsOf(settings));
  const { addStacks } = await import('./add-stacks.ts');
  addStacks(app, settings);
  recordSettings(app, settings);
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
