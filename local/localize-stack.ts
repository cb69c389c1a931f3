import { createSite, type ServeSite } from './gateway/site.ts';
import { applyOverrides } from './overrides.ts';
import type { RunningResources } from './start-resources.ts';
import { readAssets } from './template/assets.ts';
import type { FunctionDefinition } from './template/functions.ts';
import { readUserPoolClients, type UserPoolClient } from './template/identity.ts';
import type { Template } from './template/load.ts';
import { readSites } from './template/site.ts';
import { createLocalize, readOutputs } from './wiring.ts';

/** The parts of a template that contain URLs of the deployed stack, with local URLs instead. */
export type LocalizedStack = {
  readonly outputs: Readonly<Record<string, string>>;
  readonly clients: readonly UserPoolClient[];
  readonly sites: readonly ServeSite[];
  readonly functions: readonly FunctionDefinition[];
};

/**
 * Replaces the URLs of the deployed stack.
 *
 * @param options.overrides environment variables of functions to replace
 */
export async function localizeStack(
  template: Template,
  { aws, identityProvider, scope, wiring }: RunningResources,
  options: {
    readonly assemblyDirectory: string;
    readonly baseUrl: string;
    readonly region: string;
    readonly overrides: Readonly<Record<string, string>>;
  },
): Promise<LocalizedStack> {
  const localize = createLocalize(template, scope, options.region, {
    baseUrl: options.baseUrl,
    s3: aws.endpoints.s3,
    issuer: identityProvider?.issuer,
  });
  const localizeAll = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, localize(value)]));
  const assets = await readAssets(options.assemblyDirectory);
  return {
    outputs: localizeAll(readOutputs(template, scope)),
    clients: readUserPoolClients(template, scope).map((client) => ({
      ...client,
      redirectUris: client.redirectUris.flatMap((uri) => loopbackNames(localize(uri))),
      logoutUris: client.logoutUris.flatMap((uri) => loopbackNames(localize(uri))),
    })),
    sites: readSites(template, scope, assets).map((site) =>
      createSite({ ...site, headers: localizeAll(site.headers) }),
    ),
    functions: applyOverrides(wiring.functions, options.overrides).map((definition) => ({
      ...definition,
      environment: localizeAll(definition.environment),
    })),
  };
}

/** Returns a loopback URL with both host names, because users may enter either. */
function loopbackNames(uri: string): readonly string[] {
  return [...new Set([uri, uri.replace('//127.0.0.1:', '//localhost:')])];
}
