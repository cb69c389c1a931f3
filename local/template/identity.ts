import { type Json, listOf, recordOf, TemplateError, textOf } from './json.ts';
import { type Resource, resourcesOfType, type Template } from './load.ts';
import type { LocalScope, LocalValue } from './local-values.ts';

/** A client of a user pool, with the URLs of the template. */
export type UserPoolClient = {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly logoutUris: readonly string[];
};

/**
 * Returns the template's Cognito user pool, undefined if there is none.
 *
 * @throws {TemplateError} if there is more than one
 */
export function findUserPool(template: Template): Resource | undefined {
  const [pool, another] = resourcesOfType(template, 'AWS::Cognito::UserPool');
  if (another) {
    throw new TemplateError(
      `${pool?.logicalId} and ${another.logicalId}: one user pool at a time runs locally`,
    );
  }
  return pool;
}

/** Returns the local values of a user pool that the local issuer replaces. */
export function userPoolValue(pool: Resource, issuer: string, region: string): LocalValue {
  const id = `${region}_local`;
  return {
    ref: id,
    attributes: {
      Arn: `arn:aws:cognito-idp:${region}:000000000000:userpool/${id}`,
      ProviderName: `${pool.logicalId}.local`,
      ProviderURL: issuer,
      UserPoolId: id,
    },
  };
}

/**
 * Reads the clients of the user pool.
 *
 * @throws {TemplateError} if one has a secret, or a flow other than the authorization code
 */
export function readUserPoolClients(template: Template, scope: LocalScope): readonly UserPoolClient[] {
  return resourcesOfType(template, 'AWS::Cognito::UserPoolClient').map((client) => {
    const texts = (name: string): string[] =>
      listOf(scope.property(client, name)).flatMap((item: Json) => textOf(item) ?? []);
    if (scope.property(client, 'GenerateSecret') === true || texts('AllowedOAuthFlows').join() !== 'code') {
      throw new TemplateError(
        `${client.logicalId}: only public clients with the authorization code flow are supported locally`,
      );
    }
    return {
      clientId: scope.valueOf(client)?.ref ?? '',
      redirectUris: texts('CallbackURLs'),
      logoutUris: texts('LogoutURLs'),
    };
  });
}

/** Returns the URLs of the user pool's own pages, which do not exist locally. */
export function userPoolDomains(template: Template, scope: LocalScope, region: string): readonly string[] {
  return resourcesOfType(template, 'AWS::Cognito::UserPoolDomain').map((domain) => {
    const prefix = scope.valueOf(domain)?.ref ?? '';
    const isOwn = Object.keys(recordOf(scope.property(domain, 'CustomDomainConfig'))).length > 0;
    return isOwn ? `https://${prefix}` : `https://${prefix}.auth.${region}.amazoncognito.com`;
  });
}
