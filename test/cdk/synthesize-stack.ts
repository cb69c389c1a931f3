import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { DocForgeStack } from '../../cdk/docforge-stack.ts';
import { checkSettings, provideSettings, type StageSettings, stackProps } from '../../cdk/settings.ts';
import type { Json } from './check/template.ts';

const cdkSettings = JSON.parse(readFileSync('cdk.json', 'utf8'));

/** An app with the project's settings and these that bundles nothing. The caller deletes its `outdir`. */
export const newApp = ({ context, ...props }: AppProps = {}): App => {
  const outdir = mkdtempSync(join(tmpdir(), 'docforge-cdk-'));
  const noBundling = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true };
  return new App({ ...props, outdir, context: { ...cdkSettings.context, ...noBundling, ...context } });
};

const synthesized = new Map<string, Json>();

/** The template of the whole service with these settings of a stage, as a deployment would send it. The caller may change it. */
export const synthesizeStack = (settings: StageSettings = {}): Json => {
  const key = JSON.stringify(settings);
  const template = synthesized.get(key) ?? synthesize(settings);
  synthesized.set(key, template);
  return structuredClone(template);
};

/** Adds the whole service with these settings to an app. */
export const addStack = (app: App, stage: StageSettings): DocForgeStack => {
  const settings = checkSettings(stage, 'test');
  provideSettings(app, settings);
  return new DocForgeStack(app, 'DocForge', stackProps(settings));
};

function synthesize(settings: StageSettings): Json {
  // CDK's validation only warns, and its engine takes seconds to start.
  const app = newApp({ builtinCloudFormationValidation: false });
  try {
    return Template.fromStack(addStack(app, settings)).toJSON();
  } finally {
    rmSync(app.outdir, { recursive: true, force: true });
  }
}
