import { Aws, Duration, SecretValue } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  type IUserPool,
  ManagedLoginVersion,
  OAuthScope,
  ProviderAttribute,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
  UserPoolIdentityProviderGoogle,
  UserPoolIdentityProviderOidc,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { deploymentId } from './deployment-id.ts';
import { settingsOf } from './settings.ts';

/** A user pool and its issuer, as in the `iss` claim of its tokens. */
export type IssuingPool = { readonly pool: IUserPool; readonly issuer: string };

/**
 * The identity provider of the dashboard's users, by OpenID Connect: an Amazon Cognito user pool or any other issuer.
 *
 * Settings: `oidc` for another issuer, whose client is public; no user pool is created then. `cognito` for the user pool, with Google
 * or another OpenID provider behind it. `signUp` decides whether visitors register themselves in the pool; the functions enforce it
 * for every provider.
 */
export class Identity extends Construct {
  /** The issuer, as in the `iss` claim of its tokens. */
  readonly issuer: string;
  /** The sources of the Content-Security-Policy that the dashboard's pages connect to during sign-in. */
  readonly connectSources: readonly string[];
  /** The origins of its sign-in pages. */
  readonly origins: readonly string[];
  /** The id of the user pool; undefined with another issuer. */
  readonly userPoolId: string | undefined;
  /** The ARN of the user pool; undefined with another issuer. */
  readonly userPoolArn: string | undefined;
  private readonly addClient: (dashboardUrl: string) => string;

  /** @param userPool the user pool; undefined with another issuer */
  constructor(scope: Construct, id: string, userPool: IssuingPool | undefined) {
    super(scope, id);
    const { oidc, cognito = {} } = settingsOf(this);
    if (oidc !== undefined) {
      this.issuer = oidc.issuer;
      this.userPoolId = undefined;
      this.userPoolArn = undefined;
      this.origins = [new URL(oidc.issuer).origin];
      this.connectSources = [...this.origins, ...oidc.connectSources];
      this.addClient = () => oidc.clientId;
      return;
    }
    if (userPool === undefined) throw new Error('There is neither a user pool nor another issuer');
    const { pool, issuer } = userPool;
    this.userPoolId = pool.userPoolId;
    this.userPoolArn = pool.userPoolArn;
    // The ids are those of a stack that also contained the pool: CloudFormation would otherwise replace the domain, whose name is taken.
    const ofPool = new Construct(this, 'UserPool');
    const domain = new UserPoolDomain(ofPool, 'Domain', {
      userPool: pool,
      cognitoDomain: {
        domainPrefix: cognito.domainPrefix ?? `docforge-${deploymentId()}`,
      },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const origin = `https://${domain.domainName}.auth.${Aws.REGION}.amazoncognito.com`;
    this.issuer = issuer;
    // Discovery and keys are below the issuer, the endpoints on the domain.
    this.origins = [origin];
    this.connectSources = [`${this.issuer}/`, origin];
    const providers = this.createProviders(pool);
    this.addClient = (dashboardUrl) => {
      const client = new UserPoolClient(ofPool, 'DashboardClient', {
        userPool: pool,
        generateSecret: false,
        oAuth: {
          flows: { authorizationCodeGrant: true },
          scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
          callbackUrls: [dashboardUrl],
          logoutUrls: [dashboardUrl],
        },
        // The dashboard never handles passwords: only the pool's own pages accept them.
        authFlows: { userSrp: false },
        supportedIdentityProviders: [
          UserPoolClientIdentityProvider.COGNITO,
          ...providers.map(({ providerName }) => UserPoolClientIdentityProvider.custom(providerName)),
        ],
        idTokenValidity: Duration.hours(1),
        accessTokenValidity: Duration.hours(1),
        refreshTokenValidity: Duration.hours(12),
        preventUserExistenceErrors: true,
        enableTokenRevocation: true,
      });
      client.node.addDependency(...providers);
      new CfnManagedLoginBranding(this, 'Branding', {
        userPoolId: pool.userPoolId,
        clientId: client.userPoolClientId,
        useCognitoProvidedValues: true,
      });
      return client.userPoolClientId;
    };
  }

  /**
   * Registers the dashboard once its URL is known and returns its client id, which is the audience of its tokens.
   *
   * @param dashboardUrl the URL to which sign-in and sign-out redirect
   */
  registerDashboard(dashboardUrl: string): string {
    return this.addClient(dashboardUrl);
  }

  private createProviders(userPool: IUserPool) {
    const { google, broker } = settingsOf(this).cognito ?? {};
    const scopes = ['openid', 'email', 'profile'];
    return [
      ...(google === undefined
        ? []
        : [
            new UserPoolIdentityProviderGoogle(this, 'Google', {
              userPool,
              scopes,
              clientId: google.clientId,
              clientSecretValue: SecretValue.secretsManager(google.secretName),
              attributeMapping: {
                email: ProviderAttribute.GOOGLE_EMAIL,
                emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
              },
            }),
          ]),
      ...(broker === undefined
        ? []
        : [
            new UserPoolIdentityProviderOidc(this, 'Broker', {
              userPool,
              scopes,
              name: broker.name,
              issuerUrl: broker.issuer,
              clientId: broker.clientId,
              clientSecret: SecretValue.secretsManager(broker.secretName).unsafeUnwrap(),
              attributeMapping: {
                email: ProviderAttribute.other('email'),
                emailVerified: ProviderAttribute.other('email_verified'),
              },
            }),
          ]),
    ];
  }
}
