import { type App, Stack } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';

/** The member of a template's metadata with the settings. */
export const settingsMember = 'DocForgeSettings';

/** Stores the settings with each stack, as metadata of its template, so that a later deployment can be compared with this one. */
export const recordSettings = (app: App, settings: Settings): void => {
  for (const child of app.node.children)
    if (Stack.isStack(child))
      child.templateOptions.metadata = { ...child.templateOptions.metadata, [settingsMember]: settings };
};
