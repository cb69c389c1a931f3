import type { StageSettings } from '../../../cdk/settings.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of every shape
export type Json = any;

/** A CloudFormation template as JSON. */
export type Template = {
  readonly Resources: Readonly<Record<string, Json>>;
  readonly [section: string]: Json;
};

/**
 * Returns one line for each fault of a template that these settings result in, starting with the logical id; none if the template is
 * valid.
 */
export type Rule = (template: Template, settings: StageSettings) => readonly string[];

/** Logical ids and properties of the resources of some types, in the template's order. */
export const resourcesOf = (template: Template, ...types: readonly string[]): readonly [string, Json][] =>
  Object.entries(template.Resources).flatMap(([id, { Type, Properties }]): [string, Json][] =>
    types.includes(Type) ? [[id, Properties ?? {}]] : [],
  );

/** The policies of roles, as properties of AWS::IAM::Policy: those of their own, and those inside roles by the ids of these. */
export const policiesOf = (template: Template): readonly [string, Json][] => [
  ...resourcesOf(template, 'AWS::IAM::Policy'),
  ...resourcesOf(template, 'AWS::IAM::Role').flatMap(([id, { Policies }]) =>
    listOf(Policies).map(({ PolicyDocument }): [string, Json] => [
      id,
      { PolicyDocument, Roles: [{ Ref: id }] },
    ]),
  ),
];

/** The logical id in a `Ref` or `Fn::GetAtt`; undefined for any other value. */
export const targetOf = (value: Json): string | undefined => {
  const target = value?.Ref ?? listOf(value?.['Fn::GetAtt'])[0];
  return typeof target === 'string' ? target.split('.')[0] : undefined;
};

/** The logical id of the function in a reference to it or to its alias; undefined for any other value. */
export const functionIdOf = ({ Resources }: Template, value: Json): string | undefined => {
  const id = targetOf(value) ?? /"Ref":"(\w+)"/.exec(JSON.stringify(value))?.[1];
  const { Type, Properties } = Resources[id ?? ''] ?? {};
  return Type === 'AWS::Lambda::Alias' ? targetOf(Properties.FunctionName) : id;
};

/** A value of the template as a list: in many places, CloudFormation accepts a single item instead of a list. */
export const listOf = (value: Json): readonly Json[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

/** The size of the text that a value resolves to, in bytes, with `referenceBytes` for each reference. */
export const bytesOf = (value: Json, referenceBytes: number): number => {
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(String(value));
  const parts = value['Fn::Join']?.[1];
  return Array.isArray(parts)
    ? parts.reduce((sum: number, part: Json) => sum + bytesOf(part, referenceBytes), 0)
    : referenceBytes;
};
