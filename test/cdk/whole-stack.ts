import { beforeAll, expect } from 'vitest';
import { synthesizeStack } from './synthesize-stack.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of every shape
export type Json = any;

type Resources = Readonly<Record<string, Json>>;

export let template: Json;

export const ofType = (type: string): Resources =>
  Object.fromEntries(
    Object.entries<Json>(template.Resources).filter(([, resource]) => resource.Type === type),
  );

export const propertiesOf = (type: string): Json[] =>
  Object.values(ofType(type)).map(({ Properties }) => Properties);

/** The only resource of a type, besides those of the dashboard's site. */
export const only = (type: string): [string, Json] => {
  const found = Object.entries(ofType(type)).filter(([id]) => !id.startsWith('Dashboard'));
  expect(found).toHaveLength(1);
  return [found[0]?.[0] ?? '', found[0]?.[1]];
};

/** The logical id in an intrinsic function of the template. */
export const nameOf = (value: Json): string => value?.Ref ?? value?.['Fn::GetAtt']?.[0] ?? '';

/** Logical ids of the functions by their construct's id. */
export const functionId = (construct: string): string => {
  const [id, ...more] = Object.keys(ofType('AWS::Lambda::Function')).filter((name) =>
    new RegExp(`^${construct}Function[0-9A-F]{8}$`).test(name),
  );
  expect(more).toEqual([]);
  return id ?? '';
};

/** Functions that CDK adds to copy and delete the dashboard's files; they run only during deployments. */
export const isDeployment = (id: string): boolean =>
  /^Custom(CDKBucketDeployment|S3AutoDeleteObjects)/.test(id);

export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Synthesizes the stack once for the tests of a file. */
export const useWholeStack = (): void => {
  beforeAll(() => {
    template = synthesizeStack();
  });
};
