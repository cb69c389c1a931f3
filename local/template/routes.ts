import { integrationTimeoutMilliseconds } from '../quotas.ts';
import { referredFunction } from './functions.ts';
import {
  isRecord,
  type Json,
  type JsonRecord,
  listOf,
  numberOf,
  recordOf,
  TemplateError,
  textOf,
} from './json.ts';
import { resourcesOfType, type Template } from './load.ts';
import type { LocalScope } from './local-values.ts';

/** The function that a route invokes. */
export type Integration = { readonly functionName: string; readonly timeoutMilliseconds: number };

/** A method of a path, which contains variables: `/job/{id}`. */
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
 * Reads the template's REST API, which its OpenAPI body describes. Returns undefined if there is none.
 *
 * @throws {TemplateError} if there is more than one API, one without a body, an integration other than Lambda proxy, an authorizer,
 *   an integration timeout over the quota, or a variable that the stage does not have
 */
export function readRestApi(template: Template, scope: LocalScope): RestApi | undefined {
  const [api, another] = resourcesOfType(template, 'AWS::ApiGateway::RestApi');
  if (api === undefined) return undefined;
  if (another) {
    throw new TemplateError(`${api.logicalId} and ${another.logicalId}: one REST API at a time runs locally`);
  }
  const body = scope.property(api, 'Body');
  if (!isRecord(body))
    throw new TemplateError(`${api.logicalId} has no OpenAPI body, which it needs locally`);
  const [stage] = resourcesOfType(template, 'AWS::ApiGateway::Stage');
  const variables = recordOf(stage && scope.property(stage, 'Variables'));
  return {
    id: textOf(scope.ref(api.logicalId)) ?? '',
    stage: (stage && textOf(scope.ref(stage.logicalId))) ?? 'local',
    binaryMediaTypes: listOf(body['x-amazon-apigateway-binary-media-types']).flatMap(
      (item) => textOf(item) ?? [],
    ),
    minCompressionBytes: numberOf(body['x-amazon-apigateway-minimum-compression-size']),
    routes: Object.entries(recordOf(body.paths)).flatMap(([path, item]) =>
      Object.entries(recordOf(item)).flatMap(([key, operation]) => {
        const method = key === anyMethod ? 'ANY' : key.toUpperCase();
        const where = `${api.logicalId}: ${method} ${path}`;
        const { uri, timeoutMilliseconds } = readIntegration(recordOf(operation), body, variables, where);
        const functionName = referredFunction(template, scope, uri, where);
        return { path, method, integration: { functionName, timeoutMilliseconds } };
      }),
    ),
    gatewayResponses: Object.fromEntries(
      Object.entries(recordOf(body['x-amazon-apigateway-gateway-responses'])).map(([type, value]) => {
        const response = recordOf(value);
        return [
          type,
          {
            statusCode: numberOf(response.statusCode),
            headers: textRecord(response.responseParameters, 'gatewayresponse.header.'),
            templates: textRecord(response.responseTemplates),
          },
        ];
      }),
    ),
  };
}

/** The operation of a path for every method that has none of its own. */
const anyMethod = 'x-amazon-apigateway-any-method';

function readIntegration(
  operation: JsonRecord,
  body: JsonRecord,
  variables: JsonRecord,
  where: string,
): Pick<Integration, 'timeoutMilliseconds'> & { readonly uri: string } {
  const integration = recordOf(operation['x-amazon-apigateway-integration']);
  if (listOf(operation.security ?? body.security).length > 0) {
    throw new TemplateError(`${where}: authorizers and API keys of the gateway are not supported locally`);
  }
  const type = textOf(integration.type) ?? '';
  if (type.toLowerCase() !== 'aws_proxy') {
    throw new TemplateError(`${where}: integration ${type} is not supported locally`);
  }
  if (integration.responseTransferMode === 'STREAM') {
    throw new TemplateError(`${where}: response streaming is not supported locally`);
  }
  const timeoutMilliseconds = numberOf(integration.timeoutInMillis) ?? integrationTimeoutMilliseconds;
  if (timeoutMilliseconds > integrationTimeoutMilliseconds) {
    throw new TemplateError(
      `${where}: the integration timeout is ${timeoutMilliseconds} ms; the quota is ${integrationTimeoutMilliseconds} ms`,
    );
  }
  const uri = (textOf(integration.uri) ?? '').replace(/\$\{stageVariables\.(\w+)\}/g, (_, name: string) => {
    const value = textOf(variables[name]);
    if (value === undefined) throw new TemplateError(`${where}: the stage has no variable ${name}`);
    return value;
  });
  return { uri, timeoutMilliseconds };
}

function textRecord(value: Json | undefined, prefix = ''): Record<string, string> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([name, member]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), textOf(member) ?? '']] : [],
    ),
  );
}
