import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { defaultScratchMegabytes, environmentBytes } from '../quotas.ts';
import { functionNameOf, qualifierOf } from './function-name.ts';
import { listOf, numberOf, recordOf, TemplateError, textOf } from './json.ts';
import { type Resource, resourcesOfType, type Template } from './load.ts';
import type { LocalScope } from './local-values.ts';

/** A Lambda function of the template. `directory` is the absolute path of its bundle. */
export type FunctionDefinition = {
  readonly logicalId: string;
  readonly name: string;
  readonly arn: string;
  /** Names of its aliases. */
  readonly aliases: readonly string[];
  /** The role whose policies authorize its calls. */
  readonly roleArn: string;
  readonly handler: string;
  readonly directory: string;
  readonly memoryMegabytes: number;
  /** The size of its /tmp. */
  readonly scratchMegabytes: number;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFormat: string;
  readonly logLevel: string | undefined;
  /** The maximum of concurrent invocations. Undefined if only the account's concurrency limits them. */
  readonly reservedConcurrency: number | undefined;
};

/**
 * Reads one AWS::Lambda::Function. Memory defaults to 128 MB and the timeout to 3 s, as on Lambda.
 *
 * @throws {TemplateError} if it has a layer, inline code, a runtime other than Node, no bundle, or an environment over the
 *   quota
 */
export function readFunction(template: Template, scope: LocalScope, resource: Resource): FunctionDefinition {
  const { logicalId } = resource;
  const property = (name: string) => scope.property(resource, name);
  const assetPath = textOf(resource.metadata['aws:asset:path']);
  // The bundle of a container image runs without the image, so programs of the image must be installed.
  const isImage = property('PackageType') === 'Image';
  if (!isImage && !(textOf(property('Runtime')) ?? '').startsWith('nodejs')) {
    throw new TemplateError(`${logicalId} has runtime ${property('Runtime')}; only Node runs locally`);
  }
  if (listOf(property('Layers')).length > 0) {
    throw new TemplateError(`${logicalId} has layers, which are not supported locally`);
  }
  if (assetPath === undefined) {
    throw new TemplateError(
      `${logicalId} has no asset metadata: synthesize with aws:cdk:enable-asset-metadata`,
    );
  }
  const directory = resolvePath(template.directory, assetPath);
  if (!existsSync(directory)) throw new TemplateError(`${logicalId}: its bundle ${directory} does not exist`);
  const environment = Object.fromEntries(
    Object.entries(recordOf(recordOf(property('Environment')).Variables)).map(
      ([name, value]): [string, string] => [name, textOf(value) ?? ''],
    ),
  );
  const bytes = Buffer.byteLength(JSON.stringify(environment));
  if (bytes > environmentBytes) {
    throw new TemplateError(
      `${logicalId}: its environment variables take ${bytes} bytes; Lambda's limit is ${environmentBytes}`,
    );
  }
  const logging = recordOf(property('LoggingConfig'));
  const value = scope.valueOf(resource);
  const name = scope.nameOf(resource);
  return {
    logicalId,
    name,
    arn: value?.attributes.Arn ?? '',
    aliases: resourcesOfType(template, 'AWS::Lambda::Alias').flatMap((alias) =>
      functionNameOf(scope.nameOf(alias)) === name ? (textOf(scope.property(alias, 'Name')) ?? []) : [],
    ),
    roleArn: textOf(property('Role')) ?? '',
    handler:
      textOf(isImage ? listOf(recordOf(property('ImageConfig')).Command)[0] : property('Handler')) ?? '',
    directory,
    memoryMegabytes: numberOf(property('MemorySize')) ?? 128,
    scratchMegabytes: numberOf(recordOf(property('EphemeralStorage')).Size) ?? defaultScratchMegabytes,
    timeoutSeconds: numberOf(property('Timeout')) ?? 3,
    environment,
    logFormat: textOf(logging.LogFormat) ?? 'Text',
    logLevel: textOf(logging.ApplicationLogLevel),
    reservedConcurrency: numberOf(property('ReservedConcurrentExecutions')),
  };
}

/**
 * Returns the name of the function that an ARN or a name refers to.
 *
 * @param where the logical id of what refers to it, for the error message
 * @throws {TemplateError} if the template does not have the alias or version of the reference
 */
export function referredFunction(
  template: Template,
  scope: LocalScope,
  reference: string,
  where: string,
): string {
  const [name, qualifier] = [functionNameOf(reference), qualifierOf(reference)];
  const isKnown = resourcesOfType(template, 'AWS::Lambda::Alias', 'AWS::Lambda::Version').some((resource) =>
    scope.valueOf(resource)?.ref.endsWith(`:function:${name}:${qualifier}`),
  );
  if (qualifier !== undefined && !isKnown)
    throw new TemplateError(`${where} invokes ${name}:${qualifier}, which is not in the template`);
  return name;
}
