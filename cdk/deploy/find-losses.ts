import { isDeepStrictEqual } from 'node:util';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import * as z from 'zod';
import { planTable } from '../../lib/plan-table.ts';
import { settingsMember } from './recorded-settings.ts';

/** What a deployment would remove or replace. */
export type Loss = {
  /** The name with which an operator allows it. */
  readonly name: string;
  /** A clause that states what happens. */
  readonly effect: string;
};

const resourceSchema = z.object({
  Type: z.string(),
  DeletionPolicy: z.string().optional(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});

/** The settings that are compared. Anything else in a record of another version is ignored. */
const recordSchema = z.object({
  billing: z.unknown().optional(),
  plans: z.record(z.string(), z.unknown()).optional(),
  api: z.object({ domain: z.string() }).optional(),
  dashboard: z.object({ domain: z.string() }).optional(),
  oidc: z.object({ issuer: z.string(), clientId: z.string() }).optional(),
  cognito: z
    .object({
      domainPrefix: z.string().optional(),
      google: z.unknown().optional(),
      broker: z.object({ name: z.string() }).optional(),
    })
    .optional(),
  largeUploads: z.boolean().default(false),
  adopt: z
    .object({
      tableStream: z.string().optional(),
      bucket: z.string().optional(),
      userPool: z.string().optional(),
    })
    .default({}),
});

const templateSchema = z.object({
  Metadata: z.object({ [settingsMember]: recordSchema.optional() }).optional(),
  Resources: z.record(z.string(), resourceSchema).default({}),
});

type Recorded = z.infer<typeof recordSchema>;

/** The members of a template that are compared. */
type Template = z.infer<typeof templateSchema>;

type Guard = {
  readonly name: string;
  /** What a deployment has, if it can be lost. */
  readonly of: (settings: Recorded) => unknown;
  readonly effect: (before: string, after: string | undefined) => string;
};

/** Settings whose removal or change takes something from users. */
const guards: readonly Guard[] = [
  {
    name: 'billing',
    of: ({ billing }) => (billing === undefined ? undefined : 'Stripe'),
    effect: () => 'Stripe events no longer change plans, and nobody can buy or cancel a plan here',
  },
  {
    name: 'apiDomain',
    of: ({ api }) => api?.domain,
    effect: (before) => `https://${before} no longer serves the API`,
  },
  {
    name: 'dashboard',
    of: ({ dashboard }) => dashboard?.domain,
    effect: (before) => `https://${before} no longer serves the dashboard and the API`,
  },
  {
    name: 'identity',
    of: ({ oidc }) =>
      oidc === undefined ? 'the user pool' : `${oidc.issuer} with the client ${oidc.clientId}`,
    effect: (before, after) =>
      `users sign in at ${after} instead of ${before}, which knows them under other names`,
  },
  {
    name: 'google',
    of: ({ cognito }) => (cognito?.google === undefined ? undefined : 'Google'),
    effect: () => 'users who signed in with Google can no longer do so',
  },
  {
    name: 'broker',
    of: ({ cognito }) => cognito?.broker?.name,
    effect: (before) => `users who signed in with ${before} can no longer do so`,
  },
  {
    name: 'domainPrefix',
    of: ({ cognito }) => cognito?.domainPrefix,
    effect: (before) =>
      `the sign-in pages move from ${before}, so redirect URIs at other providers must change`,
  },
  {
    name: 'largeUploads',
    of: ({ largeUploads }) => (largeUploads ? 'CloudFront' : undefined),
    effect: () => 'the base URL of the API changes, and POST /upload accepts 4.5 MB',
  },
];

/** The setting that adopts a resource of each kind. */
const adoptions = { table: 'tableStream', bucket: 'bucket', pool: 'userPool' } as const;

/** Adopted data that the service would no longer use. */
const adoptionLosses = ({ adopt: before }: Recorded, { adopt: after }: Recorded): readonly Loss[] =>
  Object.entries(adoptions).flatMap(([name, setting]) => {
    const [was, is] = [before[setting], after[setting]];
    if (was === undefined || was === is) return [];
    return [{ name, effect: `the service uses ${is ?? 'that of the data stack'} instead of ${was}` }];
  });

const settingLosses = (before: Recorded, after: Recorded): readonly Loss[] => {
  const changed = guards.flatMap(({ name, of, effect }) => {
    const [was, is] = [of(before), of(after)];
    return was === undefined || was === is ? [] : [{ name, effect: effect(String(was), is?.toString()) }];
  });
  const [plans, next] = [before, after].map((settings) => Object.keys(settings.plans ?? planTable)) as [
    string[],
    string[],
  ];
  const gone = plans.filter((plan) => !next.includes(plan));
  return [
    ...changed,
    ...adoptionLosses(before, after),
    ...gone.map((plan) => ({
      name: 'plans',
      effect: `accounts of the plan ${plan} are treated as those of free`,
    })),
  ];
};

/** Resources that contain data, or an address that somebody uses. */
const guardedTypes: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::RestApi': 'api',
  'AWS::CloudFront::Distribution': 'distribution',
  'AWS::Cognito::UserPool': 'pool',
  'AWS::Cognito::UserPoolClient': 'client',
  'AWS::Cognito::UserPoolDomain': 'signInPages',
  'AWS::DynamoDB::Table': 'table',
  'AWS::KMS::Key': 'key',
  'AWS::S3::Bucket': 'bucket',
};

let specification: ReturnType<typeof loadAwsServiceSpecSync> | undefined;

/** The properties of a type whose change replaces the resource. Loading them takes most of a second. */
const replacing = (type: string): readonly string[] => {
  specification ??= loadAwsServiceSpecSync();
  return specification
    .lookup('resource', 'cloudFormationType', 'equals', type)
    .flatMap(({ properties }) =>
      Object.entries(properties).flatMap(([name, { causesReplacement = 'no' }]) =>
        causesReplacement === 'no' ? [] : [name],
      ),
    );
};

/** A template with the id of the adopted user pool in place of references to the pool that leaves it. */
const withAdoptedPool = (template: Template, next: Template, userPool: string | undefined): Template => {
  const leaving = Object.entries(template.Resources).flatMap(([id, { Type }]) =>
    Type === 'AWS::Cognito::UserPool' && next.Resources[id] === undefined ? [id] : [],
  );
  return JSON.parse(JSON.stringify(template), (_, value: unknown) => {
    const reference = referenceSchema.safeParse(value);
    return reference.success && leaving.includes(reference.data.Ref) ? (userPool ?? value) : value;
  });
};

const referenceSchema = z.strictObject({ Ref: z.string() });

const resourceLosses = (deployed: Template, after: Template): readonly Loss[] => {
  const adopt = after.Metadata?.[settingsMember]?.adopt ?? {};
  const before = withAdoptedPool(deployed, after, adopt.userPool);
  return Object.entries(before.Resources).flatMap(([id, resource]): Loss[] => {
    const name = guardedTypes[resource.Type];
    if (name === undefined) return [];
    const setting = Object.entries(adoptions).find(([each]) => each === name)?.[1];
    // The resource remains in the account, where the service goes on using the one that the settings name.
    if (setting !== undefined && adopt[setting] !== undefined && after.Resources[id] === undefined) return [];
    // A bucket that is deleted with the stack contains only what each deployment copies to it.
    if (name === 'bucket' && resource.DeletionPolicy === 'Delete') return [];
    const kept = resource.DeletionPolicy?.startsWith('Retain');
    const outcome = kept ? 'leaves the stack with its data, and stays in the account' : 'is deleted';
    const next = after.Resources[id];
    if (next === undefined || next.Type !== resource.Type)
      return [{ name, effect: `${id} (${resource.Type}) ${outcome}` }];
    const properties = Object.keys({ ...resource.Properties, ...next.Properties }).filter(
      (property) => !isDeepStrictEqual(resource.Properties[property], next.Properties[property]),
    );
    const changed =
      properties.length === 0 ? [] : replacing(resource.Type).filter((each) => properties.includes(each));
    return changed.length === 0
      ? []
      : [
          {
            name,
            effect: `${id} (${resource.Type}) is replaced by an empty one, because ${changed.join(', ')} changes`,
          },
        ];
  });
};

/** Lists what the deployment of a template over another one would remove or replace. */
export const findLosses = (deployed: unknown, next: unknown): readonly Loss[] => {
  const [before, after] = [templateSchema.parse(deployed), templateSchema.parse(next)];
  const [was, is] = [before.Metadata?.[settingsMember], after.Metadata?.[settingsMember]];
  return [
    ...(was === undefined || is === undefined ? [] : settingLosses(was, is)),
    ...resourceLosses(before, after),
  ];
};
