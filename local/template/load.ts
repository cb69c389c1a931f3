import { join } from 'node:path';
import {
  isList,
  isRecord,
  type Json,
  type JsonRecord,
  listOf,
  recordOf,
  TemplateError,
  textOf,
} from './json.ts';
import { readRecord } from './read-record.ts';

/** A resource of a template, with unresolved properties. */
export type Resource = {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: JsonRecord;
  readonly metadata: JsonRecord;
};

/** The stacks of a cloud assembly as one. Asset paths are relative to `directory`, the assembly's folder. */
export type Template = {
  readonly stackName: string;
  readonly directory: string;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly parameters: ReadonlyMap<string, Json>;
  readonly outputs: ReadonlyMap<string, Json>;
};

/**
 * Reads the CloudFormation templates of a cloud assembly, the folder that `cdk synth` writes. Parameters have their defaults.
 *
 * Several stacks run as one, with the name of the stack that uses the others: its imports are replaced by what those export.
 *
 * @throws {TemplateError} if the folder contains no assembly, no stack or none that uses all others, two resources have the same logical
 *   id, or no stack exports an imported value
 */
export async function loadTemplate(directory: string): Promise<Template> {
  const manifest = await readRecord(join(directory, 'manifest.json'));
  const stacks = Object.entries(recordOf(manifest.artifacts)).flatMap(([id, artifact]) => {
    const fields = recordOf(artifact);
    if (fields.type !== 'aws:cloudformation:stack') return [];
    const properties = recordOf(fields.properties);
    const file = textOf(properties.templateFile) ?? '';
    return [{ id, name: textOf(properties.stackName) ?? id, file, uses: listOf(fields.dependencies) }];
  });
  const [main, another] = stacks.filter(({ id }) => !stacks.some(({ uses }) => uses.includes(id)));
  if (main === undefined || another !== undefined) {
    const names = stacks.map(({ name }) => name).join(', ') || 'none';
    throw new TemplateError(`Expected one stack to run in ${directory}, and those it uses; found ${names}`);
  }
  const others = stacks.filter(({ id }) => id !== main.id);
  const used = await Promise.all(others.map(({ file }) => readRecord(join(directory, file))));
  const body = withExports(await readRecord(join(directory, main.file)), used);
  return {
    stackName: main.name,
    directory,
    resources: readResources([...used, body].map(({ Resources }) => recordOf(Resources))),
    parameters: readParameters(recordOf(body.Parameters)),
    outputs: new Map(
      Object.entries(recordOf(body.Outputs)).map(([id, output]) => [id, recordOf(output).Value ?? null]),
    ),
  };
}

/** Replaces the imports of a template by what other templates export. */
function withExports(body: JsonRecord, others: readonly JsonRecord[]): JsonRecord {
  const exported = new Map(
    others.flatMap(({ Outputs }) =>
      Object.values(recordOf(Outputs)).map((output) => {
        const { Export, Value } = recordOf(output);
        return [textOf(recordOf(Export).Name), Value ?? null] as const;
      }),
    ),
  );
  const replace = (value: Json): Json => {
    if (isList(value)) return value.map(replace);
    if (!isRecord(value)) return value;
    const name = value['Fn::ImportValue'];
    if (name === undefined) return replaceIn(value);
    const found = exported.get(textOf(name));
    if (found === undefined) throw new TemplateError(`No stack exports ${JSON.stringify(name)}`);
    return found;
  };
  const replaceIn = (record: JsonRecord): JsonRecord =>
    Object.fromEntries(Object.entries(record).map(([key, member]) => [key, replace(member)]));
  return others.length === 0 ? body : replaceIn(body);
}

/** Returns the template's resources of these types, in the template's order. */
export function resourcesOfType(template: Template, ...types: readonly string[]): readonly Resource[] {
  return [...template.resources.values()].filter(({ type }) => types.includes(type));
}

function readResources(stacks: readonly JsonRecord[]): Map<string, Resource> {
  const read = new Map<string, Resource>();
  for (const [logicalId, resource] of stacks.flatMap((resources) => Object.entries(resources))) {
    if (read.has(logicalId)) throw new TemplateError(`Two stacks have a resource ${logicalId}`);
    const fields = recordOf(resource);
    const type = textOf(fields.Type) ?? '';
    const properties = recordOf(fields.Properties);
    read.set(logicalId, { logicalId, type, properties, metadata: recordOf(fields.Metadata) });
  }
  return read;
}

function readParameters(parameters: JsonRecord): Map<string, Json> {
  const read = new Map<string, Json>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const { Default } = recordOf(parameter);
    if (Default !== undefined) read.set(name, Default);
  }
  return read;
}
