import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import * as z from 'zod';
import { dataStackId } from '../first-deployment.ts';
import { deployedTemplate } from './deployed-template.ts';
import { findLosses, type Loss } from './find-losses.ts';

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.string().optional(),
      displayName: z.string().optional(),
      properties: z
        .object({ templateFile: z.string().optional(), stackName: z.string().optional() })
        .optional(),
    }),
  ),
});

/** A stack of a cloud assembly. */
type SynthesizedStack = {
  /** The id in the app, which does not depend on the settings. */
  readonly id: string;
  readonly name: string;
  readonly region: string | undefined;
  readonly template: unknown;
};

/** The stacks of a cloud assembly. */
export const synthesizedStacks = (folder: string): readonly SynthesizedStack[] => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { artifacts } = manifestSchema.parse(read('manifest.json'));
  return Object.entries(artifacts).flatMap(([id, { type, environment = '', properties = {} }]) => {
    if (type !== 'aws:cloudformation:stack' || properties.templateFile === undefined) return [];
    const region = environment.split('/').at(-1) ?? '';
    return [
      {
        id,
        name: properties.stackName ?? id,
        region: region === 'unknown-region' ? undefined : region,
        template: read(properties.templateFile),
      },
    ];
  });
};

type Connect = (region: string | undefined) => CloudFormationClient;

const toRegion: Connect = (region) => new CloudFormationClient(region === undefined ? {} : { region });

/** Compares the stacks of an assembly with those that are deployed. */
export const lossesOf = async (
  stacks: readonly SynthesizedStack[],
  connect: Connect = toRegion,
): Promise<readonly Loss[]> => {
  const losses: Loss[] = [];
  for (const { name, region, template } of stacks) {
    const deployed = await deployedTemplate(connect(region), name);
    if (deployed !== undefined) losses.push(...findLosses(deployed, template));
  }
  // Each stack records the settings.
  return losses.filter(
    (loss, at) => losses.findIndex(({ name, effect }) => name === loss.name && effect === loss.effect) === at,
  );
};

/** Returns true if an assembly has a data stack, and it is not deployed or its first deployment failed. */
export const isDataMissing = async (
  stacks: readonly SynthesizedStack[],
  connect: Connect = toRegion,
): Promise<boolean> => {
  const data = stacks.find(({ id }) => id === dataStackId);
  return data !== undefined && (await deployedTemplate(connect(data.region), data.name)) === undefined;
};

/** Returns why a deployment is refused; undefined if everything that it would remove or replace is allowed. */
export const refusalOf = (losses: readonly Loss[], allowed: readonly string[]): string | undefined => {
  const refused = losses.filter(({ name }) => !allowed.includes(name));
  if (refused.length === 0) return undefined;
  const names = [...new Set(refused.map(({ name }) => name))];
  return [
    'This deployment would remove or replace:',
    ...refused.map(({ name, effect }) => `  ${name}: ${effect}.`),
    `Correct the settings or, if you intend this, add ${names.map((name) => `--allow ${name}`).join(' ')}.`,
  ].join('\n');
};
