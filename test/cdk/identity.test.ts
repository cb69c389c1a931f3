import { CfnOutput, CfnWaitConditionHandle } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { Identity } from '../../cdk/identity.ts';
import type { StageSettings } from '../../cdk/settings.ts';
import { createUserPool } from '../../cdk/user-pool.ts';
import { type Json, onlyOf, templateOf } from './synthesize-construct.ts';

const dashboardUrl = 'https://docs.example/dashboard/';

const synthesize = (settings: StageSettings = {}): { template: Json; identity: Identity } => {
  const made: Identity[] = [];
  const template = templateOf((stack) => {
    const pool = settings.oidc === undefined ? createUserPool(new Construct(stack, 'Pool')) : undefined;
    const userPool = pool && { pool, issuer: pool.userPoolProviderUrl };
    const identity = new Identity(stack, 'Identity', userPool);
    new CfnOutput(stack, 'ClientId', { value: identity.registerDashboard(dashboardUrl) });
    // A template needs at least one resource.
    new CfnWaitConditionHandle(stack, 'Nothing');
    new CfnOutput(stack, 'Issuer', { value: identity.issuer });
    made.push(identity);
  }, settings);
  return { template, identity: made[0] as Identity };
};

describe('the user pool', () => {
  it('accepts confirmed e-mail addresses with strong passwords and offers MFA', () => {
    const { template } = synthesize();

    expect(onlyOf(template, 'AWS::Cognito::UserPool')).toMatchObject({
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 12,
          RequireLowercase: true,
          RequireNumbers: true,
          RequireSymbols: true,
          RequireUppercase: true,
        },
      },
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
  });

  it('is retained if the stack is deleted', () => {
    const { template } = synthesize();

    const [pool] = Object.values<Json>(template.Resources).filter(
      ({ Type }) => Type === 'AWS::Cognito::UserPool',
    );
    expect(pool).toMatchObject({ DeletionPolicy: 'Retain', Properties: { DeletionProtection: 'ACTIVE' } });
  });

  it('has the dashboard as a public client of the authorization code flow', () => {
    const { template } = synthesize();

    expect(onlyOf(template, 'AWS::Cognito::UserPoolClient')).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      CallbackURLs: [dashboardUrl],
      LogoutURLs: [dashboardUrl],
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
      SupportedIdentityProviders: ['COGNITO'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      IdTokenValidity: 60,
      TokenValidityUnits: { IdToken: 'minutes' },
    });
  });

  it('is the issuer, and its client the audience', () => {
    const { Outputs, Resources } = synthesize().template;

    expect(Resources[Outputs.Issuer.Value['Fn::GetAtt'][0]].Type).toBe('AWS::Cognito::UserPool');
    expect(Outputs.Issuer.Value['Fn::GetAtt'][1]).toBe('ProviderURL');
    expect(Resources[Outputs.ClientId.Value.Ref].Type).toBe('AWS::Cognito::UserPoolClient');
  });

  it('has the domain that the operator sets', () => {
    const { template } = synthesize({ cognito: { domainPrefix: 'papers' } });

    expect(onlyOf(template, 'AWS::Cognito::UserPoolDomain')).toMatchObject({
      Domain: 'papers',
      ManagedLoginVersion: 2,
    });
  });
});

describe('other providers behind the user pool', () => {
  it('can be Google, whose secret is not in the template', () => {
    const { template } = synthesize({
      cognito: { google: { clientId: 'g-1', secretName: 'docforge/google' } },
    });

    expect(onlyOf(template, 'AWS::Cognito::UserPoolIdentityProvider')).toMatchObject({
      ProviderName: 'Google',
      ProviderType: 'Google',
      AttributeMapping: { email: 'email', email_verified: 'email_verified' },
      ProviderDetails: {
        client_id: 'g-1',
        client_secret: '{{resolve:secretsmanager:docforge/google:SecretString:::}}',
        authorize_scopes: 'openid email profile',
      },
    });
    const client = onlyOf(template, 'AWS::Cognito::UserPoolClient');
    expect(client.SupportedIdentityProviders).toHaveLength(2);
  });

  it('can be any OpenID provider, such as a broker for GitHub', () => {
    const { template } = synthesize({
      cognito: {
        broker: {
          name: 'GitHub',
          issuer: 'https://broker.example',
          clientId: 'b-1',
          secretName: 'docforge/broker',
        },
      },
    });

    expect(onlyOf(template, 'AWS::Cognito::UserPoolIdentityProvider')).toMatchObject({
      ProviderName: 'GitHub',
      ProviderType: 'OIDC',
      ProviderDetails: {
        client_id: 'b-1',
        client_secret: '{{resolve:secretsmanager:docforge/broker:SecretString:::}}',
        oidc_issuer: 'https://broker.example',
      },
    });
  });
});

describe('another issuer', () => {
  const oidc = { issuer: 'https://login.example/tenant', clientId: 'docforge' };

  it('replaces the user pool', () => {
    const { template } = synthesize({ oidc });

    expect(Object.keys(template.Resources)).toEqual(['Nothing']);
    expect(template.Outputs).toMatchObject({
      Issuer: { Value: 'https://login.example/tenant' },
      ClientId: { Value: 'docforge' },
    });
  });

  it('may be connected to, with the additional origins that the operator sets', () => {
    const { identity } = synthesize({
      oidc: { ...oidc, connectSources: ['https://keys.example', 'https://t.example'] },
    });

    expect(identity.connectSources).toEqual([
      'https://login.example',
      'https://keys.example',
      'https://t.example',
    ]);
    expect(identity.origins).toEqual(['https://login.example']);
  });
});

describe('sign-up', () => {
  const isClosed = (settings: StageSettings): boolean =>
    onlyOf(synthesize(settings).template, 'AWS::Cognito::UserPool').AdminCreateUserConfig
      .AllowAdminCreateUserOnly;

  it('is by invitation unless the operator opens it', () => {
    expect(isClosed({})).toBe(true);
    expect(isClosed({ signUp: 'invite' })).toBe(true);
    expect(isClosed({ signUp: 'closed' })).toBe(true);
    expect(isClosed({ signUp: 'open' })).toBe(false);
  });
});
