import { isCustom, schemaOf } from './schema.ts';
import { type Json, listOf, type Rule, type Template } from './template.ts';

/** A reference in a template: to an attribute, or to the resource or parameter itself. */
type Reference = { readonly target: string; readonly attribute?: string | undefined };

const pseudoParameters = [
  'AccountId',
  'NotificationARNs',
  'NoValue',
  'Partition',
  'Region',
  'StackId',
  'StackName',
  'URLSuffix',
].map((name) => `AWS::${name}`);

const splitAttribute = (name: string): Reference => {
  const dot = name.indexOf('.');
  return dot < 0 ? { target: name } : { target: name.slice(0, dot), attribute: name.slice(dot + 1) };
};

/** `${Id}` and `${Id.Attribute}`, but not `${!Literal}` or the function's own variables. */
const substituted = (value: Json): Reference[] => {
  const [text, variables = {}] = listOf(value);
  return [...String(text).matchAll(/\$\{([^!}][^}]*)\}/g)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !Object.hasOwn(variables, name))
    .map(splitAttribute);
};

const referencesIn = (value: Json): Reference[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return Object.entries<Json>(value).flatMap(([name, inner]) => {
    if (name === 'Ref') return [{ target: inner }];
    if (name === 'Fn::GetAtt')
      return [
        typeof inner === 'string'
          ? splitAttribute(inner)
          : { target: inner[0], attribute: inner.slice(1).join('.') },
      ];
    return [...(name === 'Fn::Sub' ? substituted(inner) : []), ...referencesIn(inner)];
  });
};

const conditionsIn = (value: Json): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(conditionsIn);
  return Object.entries<Json>(value).flatMap(([name, inner]) => [
    ...(name === 'Fn::If' ? [inner[0]] : []),
    ...conditionsIn(inner),
  ]);
};

const faultOf = ({ Resources, Parameters = {} }: Template, { target, attribute }: Reference) => {
  const resource = Object.hasOwn(Resources, target) ? Resources[target] : undefined;
  if (attribute === undefined) {
    const known =
      resource !== undefined || Object.hasOwn(Parameters, target) || pseudoParameters.includes(target);
    return known ? [] : [`refers to ${target}, which is not there`];
  }
  if (resource === undefined) return [`refers to ${target}.${attribute}, but there is no ${target}`];
  if (isCustom(resource.Type)) return [];
  return Object.hasOwn(schemaOf(resource.Type)?.attributes ?? {}, attribute)
    ? []
    : [`refers to ${target}.${attribute}, and ${resource.Type} has no such attribute`];
};

const needsOf = (resource: Json): string[] => [
  ...referencesIn(resource.Properties).map(({ target }) => target),
  ...listOf(resource.DependsOn),
];

/** Resources that need each other, which CloudFormation refuses. */
const cycles = ({ Resources }: Template): string[] => {
  const done = new Set<string>();
  const visit = (id: string, path: readonly string[]): string[] => {
    if (path.includes(id))
      return [`${id} needs itself: ${[...path.slice(path.indexOf(id)), id].join(' > ')}`];
    if (done.has(id) || Resources[id] === undefined) return [];
    const found = needsOf(Resources[id]).flatMap((next) => visit(next, [...path, id]));
    done.add(id);
    return found;
  };
  return Object.keys(Resources).flatMap((id) => visit(id, []));
};

/** Every reference in resources and outputs has a target, and no resource depends on itself. */
export const refersToWhatExists: Rule = (template) => {
  const { Resources, Outputs = {}, Conditions = {}, Mappings = {} } = template;
  const parts = { ...Resources, ...Outputs };
  return [
    ...Object.entries<Json>(parts).flatMap(([id, part]) => {
      const { DependsOn, Condition, ...rest } = part;
      const body = Resources[id] === undefined ? { Value: rest.Value, Export: rest.Export } : rest.Properties;
      const faults = [
        ...referencesIn(body).flatMap((reference) => faultOf(template, reference)),
        ...listOf(DependsOn).flatMap((name) =>
          Object.hasOwn(Resources, name) ? [] : [`depends on ${name}, which is not there`],
        ),
        ...[...listOf(Condition), ...conditionsIn(body)].flatMap((name) =>
          Object.hasOwn(Conditions, name) ? [] : [`has the condition ${name}, which is not there`],
        ),
        ...(Resources[id] === undefined && rest.Value === undefined ? ['has no value'] : []),
      ];
      return faults.map((fault) => `${id} ${fault}`);
    }),
    ...cycles(template),
    ...Object.keys(Mappings).flatMap((name) =>
      JSON.stringify(parts).includes(`"${name}"`) ? [] : [`${name} is a mapping that nothing reads`],
    ),
  ];
};
