import { integrationTimeoutMilliseconds } from '../quotas.ts';
import { functionNameOf } from './functions.ts';
import { booleanOf, isRecord, type Json, listOf, numberOf, recordOf, TemplateError, textOf } from './json.ts';
import { type Resource, resourcesOfType, type Template } from './load.ts';
import type { LocalScope } from './local-values.ts';

/** The function that a route invokes. */
export type Integration = { readonly functionName: string; readonly timeoutMilliseconds: number };

/** A method of a resource. `path` contains the resource's variables: `/job/{id}`. */
export type Route = { readonly path: string; readonly method: string; readonly integration: Integration };

/** A response that API Gateway generates itself. Templates are by content type; header values are expressions. */
export type GatewayResponse = {
  readonly statusCode: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly templates: Readonly<Record<string, string>>;
};

/** An AWS::ApiGateway::RestApi with its stage, routes and gateway responses. */
export type RestApi = {
  readonly id: string;
  readonly stage: string;
  readonly binaryMediaTypes: readonly string[];
  /** The size in bytes from which responses are compressed; undefined if none is. */
  readonly minCompressionBytes?: number | undefined;
  readonly routes: readonly Route[];
  readonly gatewayResponses: Readonly<Record<string, GatewayResponse>>;
};

/**
 * Reads the template's REST API. Returns undefined if there is none.
 *
 * @throws {TemplateError} if there is more than one API, an OpenAPI body, an integration other than Lambda proxy, an
 *   authorizer, or an integration timeout over the quota
 */
export function readRestApi(template: Template, scope: LocalScope): RestApi | undefined {
  const [api, another] = resourcesOfType(template, 'AWS::ApiGateway::RestApi');
  if (api === undefined) return undefined;
  if (another) {
    throw new TemplateError(`${api.logicalId} and ${another.logicalId}: one REST API at a time runs locally`);
  }
  if (api.properties.Body !== undefined) {
    throw new TemplateError(`${api.logicalId} is made from an OpenAPI body, which is not supported locally`);
  }
  const [stage] = resourcesOfType(template, 'AWS::ApiGateway::Stage');
  const paths = readPaths(template, scope, api);
  return {
    id: textOf(scope.ref(api.logicalId)) ?? '',
    stage: (stage && textOf(scope.ref(stage.logicalId))) ?? 'local',
    binaryMediaTypes: texts(scope.property(api, 'BinaryMediaTypes')),
    minCompressionBytes: numberOf(scope.property(api, 'MinimumCompressionSize')),
    routes: resourcesOfType(template, 'AWS::ApiGateway::Method').map((method) => ({
      path: paths.get(textOf(scope.property(method, 'ResourceId')) ?? '') ?? '/',
      method: textOf(scope.property(method, 'HttpMethod')) ?? '',
      integration: readIntegration(scope, method),
    })),
    gatewayResponses: Object.fromEntries(
      resourcesOfType(template, 'AWS::ApiGateway::GatewayResponse').map((response) => [
        textOf(scope.property(response, 'ResponseType')) ?? '',
        {
          statusCode: numberOf(scope.property(response, 'StatusCode')),
          headers: textRecord(scope.property(response, 'ResponseParameters'), 'gatewayresponse.header.'),
          templates: textRecord(scope.property(response, 'ResponseTemplates')),
        },
      ]),
    ),
  };
}

function readPaths(template: Template, scope: LocalScope, api: Resource): ReadonlyMap<string, string> {
  const resources = new Map(
    resourcesOfType(template, 'AWS::ApiGateway::Resource').map((resource) => [
      textOf(scope.ref(resource.logicalId)) ?? '',
      {
        parent: textOf(scope.property(resource, 'ParentId')) ?? '',
        part: textOf(scope.property(resource, 'PathPart')) ?? '',
      },
    ]),
  );
  const pathOf = (id: string): string => {
    const resource = resources.get(id);
    return resource === undefined ? '' : `${pathOf(resource.parent)}/${resource.part}`;
  };
  const root = textOf(scope.attribute(api.logicalId, 'RootResourceId')) ?? '';
  return new Map([[root, '/'], ...[...resources.keys()].map((id): [string, string] => [id, pathOf(id)])]);
}

function readIntegration(scope: LocalScope, method: Resource): Integration {
  const integration = recordOf(scope.property(method, 'Integration'));
  const authorization = textOf(scope.property(method, 'AuthorizationType')) ?? 'NONE';
  if (authorization !== 'NONE' || booleanOf(scope.property(method, 'ApiKeyRequired')) === true) {
    throw new TemplateError(
      `${method.logicalId}: authorizers and API keys of the gateway are not supported locally`,
    );
  }
  const type = textOf(integration.Type) ?? '';
  if (type !== 'AWS_PROXY') {
    throw new TemplateError(`${method.logicalId}: integration ${type} is not supported locally`);
  }
  if (integration.ResponseTransferMode === 'STREAM') {
    throw new TemplateError(`${method.logicalId}: response streaming is not supported locally`);
  }
  const timeoutMilliseconds = numberOf(integration.TimeoutInMillis) ?? integrationTimeoutMilliseconds;
  if (timeoutMilliseconds > integrationTimeoutMilliseconds) {
    throw new TemplateError(
      `${method.logicalId}: the integration timeout is ${timeoutMilliseconds} ms; the quota is ${integrationTimeoutMilliseconds} ms`,
    );
  }
  return { functionName: functionNameOf(textOf(integration.Uri) ?? ''), timeoutMilliseconds };
}

function textRecord(value: Json | undefined, prefix = ''): Record<string, string> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([name, member]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), textOf(member) ?? '']] : [],
    ),
  );
}

function texts(value: Json | undefined): string[] {
  return listOf(value).flatMap((item) => textOf(item) ?? []);
}
