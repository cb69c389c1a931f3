import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { addStacks } from '../../cdk/add-stacks.ts';
import { checkSettings, type StageSettings } from '../../cdk/settings.ts';

import type { Json } from './check/template.ts';
import { templatesFolder } from './templates-folder.ts';

const cdkSettings = JSON.parse(readFileSync('cdk.json', 'utf8'));

/** An app with the project's settings and these that bundles nothing. The caller deletes its `outdir`. */
export const newApp = ({ context, ...props }: AppProps = {}): App => {
  const outdir = mkdtempSync(join(tmpdir(), 'docforge-cdk-'));
  const noBundling = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true };
  return new App({ ...props, outdir, context: { ...cdkSettings.context, ...noBundling, ...context } });
};

/** The templates of the two stacks. */
type Stacks = { readonly data: Json; readonly service: Json };

/** The templates of both stacks with these settings of a stage, as a deployment would send them. The caller may change them. */
export const synthesizeStacks = (settings: StageSettings = {}): Stacks => {
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  const path = join(templatesFolder, `${hash}.json`);
  if (!existsSync(path)) {
    // Other workers see all of it or nothing.
    const temporary = `${path}-${process.pid}`;
    writeFileSync(temporary, JSON.stringify(synthesize(settings)));
    renameSync(temporary, path);
  }
  return JSON.parse(readFileSync(path, 'utf8'));
};

/** The template of the whole service: both stacks as one, in which the service refers to the data itself. */
export const synthesizeStack = (settings: StageSettings = {}): Json => {
  const { data, service } = synthesizeStacks(settings);
  const exported = new Map(
    Object.values<Json>(data.Outputs ?? {}).map(({ Export, Value }) => [JSON.stringify(Export.Name), Value]),
  );
  const imported = (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(imported);
    const name = value['Fn::ImportValue'];
    if (name !== undefined) return exported.get(JSON.stringify(name));
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, imported(member)]));
  };
  return { ...imported(service), Resources: { ...data.Resources, ...imported(service.Resources) } };
};

/** Adds the stacks with these settings to an app. */
export const addStage = (app: App, stage: StageSettings) => addStacks(app, checkSettings(stage, 'test'));

function synthesize(settings: StageSettings): Stacks {
  // CDK's validation only warns, and its engine takes seconds to start.
  const app = newApp({ builtinCloudFormationValidation: false });
  try {
    const { data, service } = addStage(app, settings);
    return {
      data: data === undefined ? {} : Template.fromStack(data).toJSON(),
      service: Template.fromStack(service).toJSON(),
    };
  } finally {
    rmSync(app.outdir, { recursive: true, force: true });
  }
}
