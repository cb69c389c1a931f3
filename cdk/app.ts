import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { DocForgeStack } from './docforge-stack.ts';
import { SettingError } from './settings.ts';

const app = new App();
try {
  new DocForgeStack(app, 'DocForge', { description: 'DocForge: document conversion and extraction' });
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
