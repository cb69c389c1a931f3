import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, type Json, type JsonRecord, recordOf, TemplateError, textOf } from './json.ts';

/** One resource of a template, its properties still unresolved. */
export type Resource = {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: JsonRecord;
  readonly metadata: JsonRecord;
};

/** One stack of a cloud assembly. `directory` is the assembly's folder; asset paths are relative to it. */
export type Template = {
  readonly stackName: string;
  readonly directory: string;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly parameters: ReadonlyMap<string, Json>;
  readonly conditions: ReadonlyMap<string, Json>;
  readonly outputs: ReadonlyMap<string, Json>;
};

/**
 * Reads the CloudFormation template of a cloud assembly, the folder that `cdk synth` writes.
 *
 * `stackName` picks one of several stacks; a parameter counts with its default, or with `parameters`' value.
 * @throws {TemplateError} no assembly in the folder, or not exactly one stack to run
 */
export async function loadTemplate(
  directory: string,
  options: { readonly stackName?: string; readonly parameters?: Readonly<Record<string, string>> } = {},
): Promise<Template> {
  const manifest = await readJson(join(directory, 'manifest.json'));
  const stacks = Object.entries(recordOf(manifest.artifacts)).flatMap(([id, artifact]) => {
    const fields = recordOf(artifact);
    if (fields.type !== 'aws:cloudformation:stack') return [];
    const properties = recordOf(fields.properties);
    return [{ name: textOf(properties.stackName) ?? id, file: textOf(properties.templateFile) ?? '' }];
  });
  const wanted = stacks.filter(({ name }) => options.stackName === undefined || name === options.stackName);
  const [stack] = wanted;
  if (stack === undefined || wanted.length > 1) {
    const names = stacks.map(({ name }) => name).join(', ') || 'none';
    throw new TemplateError(`Expected one stack to run in ${directory}, found ${names}`);
  }
  const body = await readJson(join(directory, stack.file));
  return {
    stackName: stack.name,
    directory,
    resources: readResources(recordOf(body.Resources)),
    parameters: readParameters(recordOf(body.Parameters), options.parameters ?? {}),
    conditions: new Map(Object.entries(recordOf(body.Conditions))),
    outputs: new Map(
      Object.entries(recordOf(body.Outputs)).map(([id, output]) => [id, recordOf(output).Value ?? null]),
    ),
  };
}

/** The template's resources of these types, in the template's order. */
export function resourcesOfType(template: Template, ...types: readonly string[]): readonly Resource[] {
  return [...template.resources.values()].filter(({ type }) => types.includes(type));
}

function readResources(resources: JsonRecord): Map<string, Resource> {
  return new Map(
    Object.entries(resources).map(([logicalId, resource]) => {
      const fields = recordOf(resource);
      const type = textOf(fields.Type) ?? '';
      const properties = recordOf(fields.Properties);
      return [logicalId, { logicalId, type, properties, metadata: recordOf(fields.Metadata) }];
    }),
  );
}

function readParameters(parameters: JsonRecord, values: Readonly<Record<string, string>>): Map<string, Json> {
  const read = new Map<string, Json>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = values[name] ?? recordOf(parameter).Default;
    if (value !== undefined) read.set(name, value);
  }
  return read;
}

async function readJson(path: string): Promise<JsonRecord> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isRecord(value)) return value;
  } catch (cause) {
    throw new TemplateError(`Cannot read ${path}`, { cause });
  }
  throw new TemplateError(`${path} is not a JSON object`);
}
