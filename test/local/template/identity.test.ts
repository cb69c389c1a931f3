import { describe, expect, it } from 'vitest';
import {
  findUserPool,
  readUserPoolClients,
  userPoolDomains,
  userPoolValue,
} from '../../../local/template/identity.ts';
import { type JsonRecord, recordOf } from '../../../local/template/json.ts';
import type { Template } from '../../../local/template/load.ts';
import { createScope, type LocalScope } from '../../../local/template/local-values.ts';

const region = 'us-east-1';

const read = (resources: Record<string, { Type: string; Properties?: JsonRecord }>) => {
  const template: Template = {
    stackName: 'Test',
    directory: import.meta.dirname,
    resources: new Map(
      Object.entries(resources).map(([logicalId, { Type, Properties }]) => [
        logicalId,
        { logicalId, type: Type, properties: recordOf(Properties), metadata: {} },
      ]),
    ),
    parameters: new Map(),
    outputs: new Map(),
  };
  const scope: LocalScope = createScope(template, { region, accountId: '000000000000' }, new Map());
  return { template, scope };
};

const pool = { Type: 'AWS::Cognito::UserPool' };
const client = {
  Type: 'AWS::Cognito::UserPoolClient',
  Properties: {
    GenerateSecret: false,
    AllowedOAuthFlows: ['code'],
    CallbackURLs: ['https://docs.example/dashboard/'],
    LogoutURLs: ['https://docs.example/'],
  },
};

describe('a user pool', () => {
  it('is found if there is one', () => {
    expect(findUserPool(read({ Pool: pool }).template)?.logicalId).toBe('Pool');
    expect(findUserPool(read({}).template)).toBeUndefined();
  });

  it('can exist only once', () => {
    expect(() => findUserPool(read({ Pool: pool, Other: pool }).template)).toThrow(
      'Pool and Other: one user pool at a time runs locally',
    );
  });

  it('has the local issuer', () => {
    const found = findUserPool(read({ Pool: pool }).template);

    expect(found && userPoolValue(found, 'http://127.0.0.1:9', region).attributes).toMatchObject({
      ProviderURL: 'http://127.0.0.1:9',
    });
  });
});

describe('the clients of a user pool', () => {
  it('are read with their ids and URLs', () => {
    const { template, scope } = read({ Pool: pool, Client: client });

    expect(readUserPoolClients(template, scope)).toEqual([
      {
        clientId: expect.stringMatching(/^[a-z0-9]{10}$/),
        redirectUris: ['https://docs.example/dashboard/'],
        logoutUris: ['https://docs.example/'],
      },
    ]);
  });

  it.each([
    ['with a secret', { GenerateSecret: true }],
    ['of the implicit flow', { AllowedOAuthFlows: ['code', 'implicit'] }],
  ])('are refused %s', (_, changes) => {
    const { template, scope } = read({
      Client: { ...client, Properties: { ...client.Properties, ...changes } },
    });

    expect(() => readUserPoolClients(template, scope)).toThrow(
      'Client: only public clients with the authorization code flow are supported locally',
    );
  });
});

it('the URLs of a user pool are those of its domains', () => {
  const { template, scope } = read({
    Prefixed: { Type: 'AWS::Cognito::UserPoolDomain', Properties: { Domain: 'papers' } },
    Own: {
      Type: 'AWS::Cognito::UserPoolDomain',
      Properties: { Domain: 'login.example', CustomDomainConfig: { CertificateArn: 'arn' } },
    },
  });

  expect(userPoolDomains(template, scope, region)).toEqual([
    'https://papers.auth.us-east-1.amazoncognito.com',
    'https://login.example',
  ]);
});
