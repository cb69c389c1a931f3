import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { checkSettings, provideSettings, type StageSettings } from '../../cdk/settings.ts';

const cdkSettings = JSON.parse(readFileSync('cdk.json', 'utf8'));

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of every shape
export type Json = any;

/** The template of a stack with the constructs that `build` adds; nothing is bundled. */
export const templateOf = (build: (stack: Stack) => void, settings: StageSettings = {}): Json => {
  const outdir = mkdtempSync(join(tmpdir(), 'docforge-cdk-'));
  const app = new App({
    outdir,
    builtinCloudFormationValidation: false,
    context: { ...cdkSettings.context, 'aws:cdk:bundling-stacks': [] },
  });
  provideSettings(app, checkSettings(settings, 'test'));
  const stack = new Stack(app, 'Test');
  build(stack);
  try {
    return Template.fromStack(stack).toJSON();
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

/** Properties of the only resource of a type. */
export const onlyOf = (template: Json, type: string): Json => {
  const found = Object.values<Json>(template.Resources).filter(({ Type }) => Type === type);
  if (found.length !== 1) throw new Error(`${found.length} resources of type ${type}`);
  return found[0].Properties;
};
