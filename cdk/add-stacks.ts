import type { App } from 'aws-cdk-lib';
import { DataStack, needsDataStack } from './data-stack.ts';
import { DocForgeStack } from './docforge-stack.ts';
import { dataStackId } from './first-deployment.ts';
import { provideSettings, type Settings, stackProps } from './settings.ts';

/** Adds the stacks of a stage to an app: the data, and the service that uses it. Returns both. */
export const addStacks = (app: App, settings: Settings) => {
  provideSettings(app, settings);
  const props = stackProps(settings);
  const data = needsDataStack(settings)
    ? new DataStack(app, dataStackId, {
        ...props,
        stackName: `${settings.stackName}-data`,
        description: 'DocForge: table, bucket and users',
      })
    : undefined;
  const service = new DocForgeStack(app, 'DocForge', {
    ...props,
    dataStack: data,
    description: 'DocForge: document conversion and extraction',
  });
  return { data, service };
};
