import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { nearestName } from '../lib/nearest-name.ts';
import { checkSettings, SettingError, type Settings } from './settings.ts';

const root = join(import.meta.dirname, '..');

/** The operator's file, which Git ignores. */
const configFile = 'docforge.config.ts';

/** The committed file, which applies without one of the operator. */
const exampleFile = 'docforge.config.example.ts';

const stageName = z.string().regex(/^[a-z][a-z0-9-]{0,29}$/);

const stagesSchema = z.record(z.string(), z.unknown());

/** What to read. */
type ConfigRequest = {
  /** The file. Default: that of the operator or, without one, the example. */
  readonly file?: string | undefined;
  /** The stage. Default: the only one. */
  readonly stage?: string | undefined;
  /** Chooses the first stage with a stack of this name, or none. */
  readonly stackName?: string | undefined;
  /** Set for a local stack: the stage `local` is optional then, and this applies where it sets nothing. */
  readonly local?: Readonly<Record<string, unknown>> | undefined;
};

const fileOf = (given: string | undefined): string => {
  if (given !== undefined) return resolve(given);
  const own = join(root, configFile);
  return existsSync(own) ? own : join(root, exampleFile);
};

/** Reads the stages of a file, unchecked. */
const readStages = async (file: string): Promise<Readonly<Record<string, unknown>>> => {
  const name = basename(file);
  const loaded: unknown = await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw new SettingError(`${name} cannot be read: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  });
  const exported = z.object({ stages: stagesSchema }).safeParse(loaded);
  if (!exported.success)
    throw new SettingError(
      `${name} must export stages, an object with the settings of each stage. ${exampleFile} shows one.`,
    );
  const { stages } = exported.data;
  if (Object.keys(stages).length === 0) throw new SettingError(`${name} has no stage. Add one to stages.`);
  for (const stage of Object.keys(stages))
    if (!stageName.safeParse(stage).success)
      throw new SettingError(
        `${name}: the stage ${JSON.stringify(stage)} must have a name of 1 to 30 lower-case letters, digits and hyphens that starts with a letter.`,
      );
  return stages;
};

/** Refuses stages that would replace each other's stack. */
const checkPlaces = (name: string, stages: readonly (readonly [string, Settings])[]): void => {
  const mayBeSame = (one: string | undefined, two: string | undefined): boolean =>
    one === undefined || two === undefined || one === two;
  for (const [index, [stage, settings]] of stages.entries()) {
    const clash = stages
      .slice(0, index)
      .find(
        ([, other]) =>
          other.stackName === settings.stackName &&
          mayBeSame(other.account, settings.account) &&
          mayBeSame(other.region, settings.region),
      );
    if (clash !== undefined)
      throw new SettingError(
        `${name}, ${stage}.stackName: the stage ${clash[0]} may deploy the stack ${settings.stackName} to the same account and region. Set another stackName, or account or region in both.`,
      );
  }
};

/** Returns the name of the chosen stage; undefined for a local stack without one. */
const chooseStage = (name: string, names: readonly string[], request: ConfigRequest): string | undefined => {
  const { local } = request;
  const stage = request.stage ?? (local && names.includes('local') ? 'local' : undefined);
  if (stage !== undefined && !names.includes(stage)) {
    const meant = nearestName(stage, names);
    const hint = meant === undefined ? `Its stages are ${names.join(', ')}.` : `Did you mean ${meant}?`;
    throw new SettingError(`${name} has no stage ${JSON.stringify(stage)}. ${hint}`);
  }
  if (stage !== undefined || local !== undefined) return stage;
  const deployable = names.filter((each) => each !== 'local');
  if (deployable.length === 1) return deployable[0];
  throw new SettingError(
    `${name} has the stages ${names.join(', ')}. Choose one with DOCFORGE_STAGE, such as DOCFORGE_STAGE=${names[0]}.`,
  );
};

/**
 * Reads and checks the settings of all stages of a file, and returns those of one.
 *
 * @throws SettingError that states the file, the field and what to set
 */
export const readConfig = async (request: ConfigRequest): Promise<Settings> => {
  const file = fileOf(request.file);
  const name = basename(file);
  const stages = await readStages(file);
  const checked = Object.entries(stages).map(
    ([stage, value]) => [stage, checkSettings(value, `${name}, ${stage}`)] as const,
  );
  checkPlaces(
    name,
    checked.filter(([stage]) => stage !== 'local'),
  );
  const named = checked.find(([, { stackName }]) => stackName === request.stackName)?.[0];
  if (request.stackName !== undefined && request.stage === undefined && named === undefined)
    return checkSettings({}, name);
  const stage = named ?? chooseStage(name, Object.keys(stages), request);
  const value = stage === undefined ? {} : stages[stage];
  return checkSettings({ ...request.local, ...(value as object) }, `${name}, ${stage ?? 'local'}`);
};

/** Where `npm start` passes what applies where the stage sets nothing. */
const localKey = 'docforge:local';

/** Keys of CDK and its command line have a colon, except these. */
const keysOfCdk = ['acknowledged-issue-numbers', 'cli-telemetry'];

/**
 * Returns the settings of the stage to synthesize. DOCFORGE_CONFIG and DOCFORGE_STAGE choose the file and the stage.
 *
 * @throws SettingError as `readConfig`, and for a setting in the CDK context, where nothing would read it
 */
export const readAppConfig = async (app: App, environment: NodeJS.ProcessEnv): Promise<Settings> => {
  const context: Readonly<Record<string, unknown>> = app.node.getAllContext() ?? {};
  const unread = Object.keys(context).find((key) => !key.includes(':') && !keysOfCdk.includes(key));
  if (unread !== undefined)
    throw new SettingError(
      `${unread}: the CDK context has no settings. Set them in ${configFile}; docs/operating.md lists all of them.`,
    );
  return readConfig({
    file: environment.DOCFORGE_CONFIG || undefined,
    stage: environment.DOCFORGE_STAGE || undefined,
    local: app.node.tryGetContext(localKey),
  });
};
