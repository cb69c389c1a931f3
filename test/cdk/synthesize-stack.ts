import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { DocForgeStack } from '../../cdk/docforge-stack.ts';
import type { Json } from './check/template.ts';

const settings = JSON.parse(readFileSync('cdk.json', 'utf8'));

/** An app with the project's settings and these that bundles nothing. The caller deletes its `outdir`. */
export const newApp = ({ context, ...props }: AppProps = {}): App => {
  const outdir = mkdtempSync(join(tmpdir(), 'docforge-cdk-'));
  const noBundling = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true };
  return new App({ ...props, outdir, context: { ...settings.context, ...noBundling, ...context } });
};

const synthesized = new Map<string, Json>();

/** The template of the whole service with this context, as `cdk deploy -c NAME=VALUE` would send it. The caller may change it. */
export const synthesizeStack = (context: Readonly<Record<string, unknown>> = {}): Json => {
  const key = JSON.stringify(context);
  const template = synthesized.get(key) ?? synthesize(context);
  synthesized.set(key, template);
  return structuredClone(template);
};

function synthesize(context: Readonly<Record<string, unknown>>): Json {
  // CDK's validation only warns, and its engine takes seconds to start.
  const app = newApp({ context, builtinCloudFormationValidation: false });
  try {
    return Template.fromStack(new DocForgeStack(app, 'DocForge', {})).toJSON();
  } finally {
    rmSync(app.outdir, { recursive: true, force: true });
  }
}
