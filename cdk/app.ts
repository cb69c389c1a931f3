import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readAppConfig } from './config.ts';
import { recordSettings } from './deploy/recorded-settings.ts';
import { constantsOf, provideSettings, SettingError, stackProps } from './settings.ts';

const app = new App();
try {
  const settings = await readAppConfig(app, process.env);
  provideSettings(app, settings);
  // Before the import of what reads them.
  globalThis.docforgeConstants = JSON.stringify(constantsOf(settings));
  const { DocForgeStack } = await import('./docforge-stack.ts');
  new DocForgeStack(app, 'DocForge', {
    ...stackProps(settings),
    description: 'DocForge: document conversion and extraction',
  });
  recordSettings(app, settings);
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
