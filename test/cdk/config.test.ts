import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAppConfig } from '../../cdk/config.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Options = {
  readonly stage?: string;
  readonly context?: Record<string, unknown>;
};

/** Reads a file with this source, which Node loads once for each name. */
const readSource = async (source: string, { stage, context = {} }: Options = {}) => {
  files += 1;
  const file = join(folder, `config-${files}.ts`);
  await writeFile(file, source);
  const app = new App({ context });
  return readAppConfig(app, { DOCFORGE_CONFIG: file, DOCFORGE_STAGE: stage });
};

const read = (stages: unknown, options?: Options) =>
  readSource(`export const stages = ${JSON.stringify(stages)};`, options);

it('reads the committed example, which deploys as it is', async () => {
  const settings = await readAppConfig(new App(), { DOCFORGE_CONFIG: 'docforge.config.example.ts' });

  expect(settings).toMatchObject({ stackName: 'DocForge', signUp: 'invite' });
});

describe('the stage', () => {
  const two = { production: {}, staging: { stackName: 'Staging', signUp: 'open' } };

  it('is the only one', async () => {
    expect(await read({ production: { stackName: 'Papers' } })).toMatchObject({ stackName: 'Papers' });
    expect(await read({ local: {}, production: { stackName: 'Papers' } })).toMatchObject({
      stackName: 'Papers',
    });
  });

  it('is the one that the environment names', async () => {
    expect(await read(two, { stage: 'staging' })).toMatchObject({ stackName: 'Staging', signUp: 'open' });
  });

  it('must be chosen from several', async () => {
    await expect(read(two)).rejects.toThrow(
      /^config-\d+\.ts has the stages production, staging\. Choose one with DOCFORGE_STAGE, such as DOCFORGE_STAGE=production\.$/,
    );
  });

  it('must exist', async () => {
    await expect(read(two, { stage: 'stagin' })).rejects.toThrow(
      'has no stage "stagin". Did you mean staging?',
    );
    await expect(read(two, { stage: 'x' })).rejects.toThrow(
      'has no stage "x". Its stages are production, staging.',
    );
  });

  it('is checked even if another one is chosen', async () => {
    await expect(
      read({ production: {}, staging: { signUp: 'all' } }, { stage: 'production' }),
    ).rejects.toThrow('staging.signUp: must be one of');
  });

  it('does not replace the stack of another stage', async () => {
    const message =
      'staging.stackName: the stage production may deploy the stack DocForge to the same account and region.';

    await expect(read({ production: {}, staging: {} })).rejects.toThrow(message);
    await expect(read({ production: { region: 'eu-west-1' }, staging: {} })).rejects.toThrow(message);
    const elsewhere = { production: { region: 'eu-west-1' }, second: { region: 'us-east-1' } };
    expect(await read(elsewhere, { stage: 'second' })).toMatchObject({ region: 'us-east-1' });
  });
});

describe('a local stack', () => {
  const context = { 'docforge:local': { signUp: 'open', largeUploads: true } };

  it('has defaults of its own, not those of a deployment', async () => {
    expect(await read({ production: { signUp: 'closed', retentionSeconds: 60 } }, { context })).toMatchObject(
      {
        signUp: 'open',
        largeUploads: true,
        retentionSeconds: 7200,
      },
    );
  });

  it('reads the stage local if there is one', async () => {
    expect(await read({ production: {}, local: { signUp: 'invite' } }, { context })).toMatchObject({
      signUp: 'invite',
      largeUploads: true,
    });
  });

  it('reads the stage that the environment names', async () => {
    expect(await read({ production: { signUp: 'closed' } }, { context, stage: 'production' })).toMatchObject({
      signUp: 'closed',
    });
  });
});

describe('a file', () => {
  it.each([
    [
      '',
      'must export stages, an object with the settings of each stage. docforge.config.example.ts shows one.',
    ],
    ['export default {};', 'must export stages'],
    ['export const stages = 1;', 'must export stages'],
    ['export const stages = {};', 'has no stage. Add one to stages.'],
    [
      'export const stages = { "Prod 1": {} };',
      'the stage "Prod 1" must have a name of 1 to 30 lower-case letters',
    ],
    ['export const stages = {', 'cannot be read: '],
    ['throw new Error("no region");', 'cannot be read: no region'],
    ['import "./missing.ts";', 'cannot be read: Cannot find module'],
  ])('with the source %j is refused', async (source, message) => {
    await expect(readSource(source)).rejects.toThrow(message);
  });
});

describe('the CDK context', () => {
  it('may have keys of CDK', async () => {
    const context = {
      '@aws-cdk/core:bootstrapQualifier': 'myorg',
      'aws:cdk:version-reporting': false,
      'cli-telemetry': false,
    };

    expect(await read({ production: {} }, { context })).toMatchObject({ stackName: 'DocForge' });
  });

  it.each(['signUp', 'toString'])('cannot set %s', async (key) => {
    await expect(read({ production: {} }, { context: { [key]: 'open' } })).rejects.toThrow(
      `${key}: the CDK context has no settings. Set them in docforge.config.ts; docs/operating.md lists all of them.`,
    );
  });
});
