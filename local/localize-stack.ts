import { createOverride, type Declaring } from './overrides.ts';
import type { RunningResources } from './start-resources.ts';
import type { Assets } from './template/assets.ts';
import type { ContainerDefinition } from './template/containers.ts';
import { type Behaviour, readFront } from './template/front.ts';
import type { FunctionDefinition } from './template/functions.ts';
import { readUserPoolClients, type UserPoolClient } from './template/identity.ts';
import type { Template } from './template/load.ts';
import { createResolveSecrets } from './template/secrets.ts';
import { createLocalize, readOutputs } from './wiring.ts';

/** The parts of a template that contain URLs of the deployed stack, with local URLs instead. */
type LocalizedStack = {
  readonly outputs: Readonly<Record<string, string>>;
  readonly clients: readonly UserPoolClient[];
  readonly behaviours: readonly Behaviour[];
  readonly functions: readonly FunctionDefinition[];
  readonly containers: readonly ContainerDefinition[];
};

/**
 * Replaces the URLs of the deployed stack.
 *
 * @param options.overrides environment variables of functions and containers to replace
 */
export function localizeStack(
  template: Template,
  { aws, containers, identityProvider, scope, wiring }: RunningResources,
  options: {
    readonly assets: Assets;
    readonly baseUrl: string;
    readonly region: string;
    readonly overrides: Readonly<Record<string, string>>;
  },
): LocalizedStack {
  const resolveSecrets = createResolveSecrets(template, scope, aws.credentials);
  const localizeUrls = createLocalize(template, scope, options.region, {
    baseUrl: options.baseUrl,
    s3: aws.publicS3 ?? aws.endpoints.s3,
    issuer: identityProvider?.issuer,
  });
  const localize = (text: string): string => localizeUrls(resolveSecrets(text));
  const localizeAll = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, localize(value)]));
  const override = createOverride([...wiring.functions, ...containers], options.overrides);
  const withLocalEnvironment = <Definition extends Declaring>(definition: Definition): Definition => ({
    ...definition,
    environment: localizeAll(override(definition.environment)),
  });
  return {
    outputs: localizeAll(readOutputs(template, scope)),
    clients: readUserPoolClients(template, scope).map((client) => ({
      ...client,
      redirectUris: client.redirectUris.flatMap((uri) => loopbackNames(localize(uri))),
      logoutUris: client.logoutUris.flatMap((uri) => loopbackNames(localize(uri))),
    })),
    behaviours: readFront(template, scope, options.assets).map((behaviour) => ({
      ...behaviour,
      originHeaders: localizeAll(behaviour.originHeaders),
      responseHeaders: localizeAll(behaviour.responseHeaders),
    })),
    functions: wiring.functions.map(withLocalEnvironment),
    containers: containers.map(withLocalEnvironment),
  };
}

/** Returns a loopback URL with both host names, because users may enter either. */
function loopbackNames(uri: string): readonly string[] {
  return [...new Set([uri, uri.replace('//127.0.0.1:', '//localhost:')])];
}
