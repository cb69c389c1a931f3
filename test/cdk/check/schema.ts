import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Property, PropertyType, ResourceProperties } from '@aws-cdk/service-spec-types';
import type { Json, Rule } from './template.ts';

const specification = loadAwsServiceSpecSync();

/** The schema of a resource type, or undefined if CloudFormation has no such type. */
const schemaOf = (type: string) => specification.lookup('resource', 'cloudFormationType', 'equals', type)[0];

/** Custom resources have properties and attributes of their own. */
const isCustom = (type: string): boolean =>
  type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource';

const noValue = 'AWS::NoValue';
const listIntrinsics = ['Fn::Split', 'Fn::GetAZs', 'Fn::Cidr'];
const isRecord = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of an intrinsic function, or undefined for a plain value. */
const intrinsicOf = (value: Json): string | undefined => {
  const [name, ...more] = isRecord(value) ? Object.keys(value) : [];
  return name !== undefined && more.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))
    ? name
    : undefined;
};

/** CloudFormation converts between text, numbers and booleans, so a text that reads as the type is of the type. */
const scalars: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => ['string', 'number', 'boolean'].includes(typeof value),
  'date-time': (value) => !Number.isNaN(Date.parse(value)),
  number: (value) => ['number', 'string'].includes(typeof value) && Number.isFinite(Number(value)),
  integer: (value) => ['number', 'string'].includes(typeof value) && Number.isInteger(Number(value)),
  boolean: (value) => ['true', 'false'].includes(String(value)),
  null: (value) => value === null,
  json: (value) => isRecord(value) || Array.isArray(value) || typeof value === 'string',
};

const tagProperties: ResourceProperties = {
  Key: { type: { type: 'string' }, required: true },
  Value: { type: { type: 'string' }, required: true },
};

const checkProperties = (values: Json, schema: ResourceProperties, at: string): string[] => {
  if (!isRecord(values)) return [`${at} is not an object`];
  const present = Object.entries(values).filter(([, value]) => (value as Json)?.Ref !== noValue);
  const names = present.map(([name]) => name);
  const missing = Object.entries(schema).filter(([name, { required }]) => required && !names.includes(name));
  return [
    ...missing.map(([name]) => `${at}.${name} is required`),
    ...present.flatMap(([name, value]) => {
      const property = Object.hasOwn(schema, name) ? schema[name] : undefined;
      return property === undefined
        ? [`${at}.${name} is not a property`]
        : checkProperty(value, property, `${at}.${name}`);
    }),
  ];
};

/** Earlier types of a property are still accepted. Faults are those of the current type. */
const checkProperty = (value: Json, { type, previousTypes = [] }: Property, at: string): string[] => {
  const faults = checkType(value, type, at);
  const fits = previousTypes.some((previous) => checkType(value, previous, at).length === 0);
  return fits ? [] : faults;
};

const checkIntrinsic = (name: string, value: Json, type: PropertyType, at: string): string[] => {
  if (name === 'Fn::If') return [1, 2].flatMap((branch) => checkType(value[name][branch], type, at));
  const wantsList = type.type === 'array';
  const wantsObject = ['map', 'ref', 'tag'].includes(type.type);
  if (name === 'Fn::GetAtt' || name === 'Fn::FindInMap' || name === 'Fn::Select') return [];
  if (listIntrinsics.includes(name)) return wantsList ? [] : [`${at} takes no list`];
  return wantsList || wantsObject ? [`${at} is text, and must be a ${type.type}`] : [];
};

const checkType = (value: Json, type: PropertyType, at: string): string[] => {
  const intrinsic = intrinsicOf(value);
  if (type.type === 'union') {
    const each = type.types.map((member) => checkType(value, member, at));
    return each.some((faults) => faults.length === 0) ? [] : (each[0] ?? []);
  }
  if (intrinsic !== undefined) return checkIntrinsic(intrinsic, value, type, at);
  if (type.type === 'array') {
    if (!Array.isArray(value)) return [`${at} is not a list`];
    return value.flatMap((item, index) => checkType(item, type.element, `${at}[${index}]`));
  }
  if (type.type === 'map') {
    if (!isRecord(value)) return [`${at} is not a map`];
    return Object.entries(value).flatMap(([key, item]) => checkType(item, type.element, `${at}.${key}`));
  }
  if (type.type === 'tag') return checkProperties(value, tagProperties, at);
  if (type.type === 'ref')
    return checkProperties(value, specification.get('typeDefinition', type.reference).properties, at);
  if (scalars[type.type]?.(value) !== true) return [`${at} is not of type ${type.type}`];
  const allowed: readonly unknown[] =
    'allowedValues' in type && type.allowedValues !== undefined ? type.allowedValues : [value];
  return allowed.map(String).includes(String(value)) ? [] : [`${at} is none of ${allowed.join(', ')}`];
};

/** Every property of every resource fits CloudFormation's schema: known, complete, of the type, one of the allowed values. */
export const fitsSchemas: Rule = ({ Resources }) =>
  Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    if (isCustom(Type))
      return Properties.ServiceToken === undefined ? [`${id}.ServiceToken is required`] : [];
    const schema = schemaOf(Type);
    return schema === undefined
      ? [`${id} is of type ${Type}, which CloudFormation does not have`]
      : checkProperties(Properties, schema.properties, id);
  });
