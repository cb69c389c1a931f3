import type { Schema } from './python-types.ts';

const header = `/** Types of the service's contract, generated from its OpenAPI document by \`npm run generate\`. */

/** Text that editors complete with \`Known\`, and that may be any other name of a newer service. */
type Open<Known extends string> = Known | (string & Record<never, never>);
`;

const commentOf = ({ description }: Schema): string => (description ? `\n/** ${description} */\n` : '\n');

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/**
 * Returns a TypeScript module with the types of some schemas and of all that they refer to, before formatting.
 *
 * @param open enumerations to which a newer service may add names
 * @param requests schemas whose values the client only reads
 */
export const typescriptTypes = (
  schemas: Readonly<Record<string, Schema>>,
  roots: readonly string[],
  open: readonly string[],
  requests: readonly string[],
): string => {
  const declarations = new Map<string, string>();

  const typeOf = (schema: Schema, modifier: string): string => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1) ?? '';
      declare(name);
      return name;
    }
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((each) => typeOf(each, modifier)));
    if (typeof schema.type === 'object')
      return union(schema.type.map((type) => typeOf({ ...schema, type }, modifier)));
    if (schema.type === 'array') return `${modifier}(${typeOf(schema.items ?? {}, modifier)})[]`;
    if (schema.properties !== undefined) return objectOf(schema, modifier);
    if (schema.type === 'object') {
      const record = `Record<string, ${typeOf(schema.additionalProperties || {}, modifier)}>`;
      return modifier === '' ? record : `Readonly<${record}>`;
    }
    return schema.type === 'integer' ? 'number' : (schema.type ?? 'unknown');
  };

  const objectOf = ({ properties = {}, required = [] }: Schema, modifier: string): string => {
    const members = Object.entries(properties).map(([name, each]) => {
      const type = typeOf(each, modifier);
      const member = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
      return `${commentOf(each)}${modifier}${member};`;
    });
    return `{${members.join('')}}`;
  };

  const declare = (name: string): void => {
    if (declarations.has(name)) return;
    // Reserves the name for schemas that refer to themselves.
    declarations.set(name, '');
    const schema = schemas[name] ?? {};
    const type = typeOf(schema, requests.includes(name) ? 'readonly ' : '');
    const declared = open.includes(name) ? `Open<${type}>` : type;
    declarations.set(name, `${commentOf(schema)}export type ${name} = ${declared};\n`);
  };

  for (const root of roots) declare(root);
  return [header, ...declarations.values()].join('');
};
