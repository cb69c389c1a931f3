import { join } from 'node:path';
import { type Json, type JsonRecord, recordOf, TemplateError, textOf } from './json.ts';
import { readRecord } from './read-record.ts';

/** A resource of a template, with unresolved properties. */
export type Resource = {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: JsonRecord;
  readonly metadata: JsonRecord;
};

/** The stack of a cloud assembly. Asset paths are relative to `directory`, the assembly's folder. */
export type Template = {
  readonly stackName: string;
  readonly directory: string;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly parameters: ReadonlyMap<string, Json>;
  readonly outputs: ReadonlyMap<string, Json>;
};

/**
 * Reads the CloudFormation template of a cloud assembly, the folder that `cdk synth` writes. Parameters have their defaults.
 *
 * @throws {TemplateError} if the folder contains no assembly, or the assembly does not contain exactly one stack
 */
export async function loadTemplate(directory: string): Promise<Template> {
  const manifest = await readRecord(join(directory, 'manifest.json'));
  const stacks = Object.entries(recordOf(manifest.artifacts)).flatMap(([id, artifact]) => {
    const fields = recordOf(artifact);
    if (fields.type !== 'aws:cloudformation:stack') return [];
    const properties = recordOf(fields.properties);
    return [{ name: textOf(properties.stackName) ?? id, file: textOf(properties.templateFile) ?? '' }];
  });
  const [stack, another] = stacks;
  if (stack === undefined || another !== undefined) {
    const names = stacks.map(({ name }) => name).join(', ') || 'none';
    throw new TemplateError(`Expected one stack to run in ${directory}, found ${names}`);
  }
  const body = await readRecord(join(directory, stack.file));
  return {
    stackName: stack.name,
    directory,
    resources: readResources(recordOf(body.Resources)),
    parameters: readParameters(recordOf(body.Parameters)),
    outputs: new Map(
      Object.entries(recordOf(body.Outputs)).map(([id, output]) => [id, recordOf(output).Value ?? null]),
    ),
  };
}

/** Returns the template's resources of these types, in the template's order. */
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

function readParameters(parameters: JsonRecord): Map<string, Json> {
  const read = new Map<string, Json>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const { Default } = recordOf(parameter);
    if (Default !== undefined) read.set(name, Default);
  }
  return read;
}
