import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { DocForgeStack } from './docforge-stack.ts';

const app = new App();
new DocForgeStack(app, 'DocForge', { description: 'DocForge: document conversion and extraction' });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
