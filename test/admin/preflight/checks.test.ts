import { describe, expect, it } from 'vitest';
import { AwsCallError, type AwsRequest } from '../../../admin/preflight/aws-call.ts';
import { preflightChecks } from '../../../admin/preflight/checks.ts';
import { checkSettings, type StageSettings } from '../../../cdk/settings.ts';
import { everythingAroundCognito } from '../../cdk/settings.ts';

type Answer = unknown | AwsCallError;

/** What AWS answers in an account in which everything is ready, by service and operation. */
const ready: Readonly<Record<string, Answer>> = {
  'sts GetCallerIdentity':
    '<GetCallerIdentityResponse><GetCallerIdentityResult><Account>111122223333</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
  'ssm AmazonSSM.GetParameter': {
    Parameter: { Name: '/cdk-bootstrap/myorg/version', Type: 'String', Value: '28' },
  },
  'lambda /2018-10-31/layers': { Layers: [] },
  'lambda /2016-08-19/account-settings/': {
    AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 },
    AccountUsage: { FunctionCount: 3 },
  },
  'cloudfront /2020-05-31/distribution':
    '<?xml version="1.0"?><DistributionList><MaxItems>1</MaxItems><Quantity>1</Quantity></DistributionList>',
  'ec2 DescribeAvailabilityZones': `<availabilityZoneInfo>${[
    ['eu-central-1a', 'euc1-az2'],
    ['eu-central-1b', 'euc1-az3'],
    ['eu-central-1c', 'euc1-az1'],
  ]
    .map(
      ([name, id]) =>
        `<item><zoneState>available</zoneState><zoneName>${name}</zoneName><zoneId>${id}</zoneId></item>`,
    )
    .join('')}</availabilityZoneInfo>`,
  'acm CertificateManager.DescribeCertificate': {
    Certificate: {
      Status: 'ISSUED',
      DomainName: '*.example.com',
      SubjectAlternativeNames: ['*.example.com'],
    },
  },
  'secretsmanager secretsmanager.GetSecretValue': {
    Name: 'docforge/stripe',
    SecretString: JSON.stringify({
      secretKey: 'rk_hidden',
      webhookSecret: 'whsec_hidden',
      businessPrice: 'price_1',
    }),
  },
  'cognito-idp AWSCognitoIdentityProviderService.DescribeUserPoolDomain': { DomainDescription: {} },
  'ses /v2/email/account': {
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
  },
  'ses /v2/email/identities/example.com': { IdentityType: 'DOMAIN', VerifiedForSendingStatus: true },
  'cloudformation DescribeStacks': new AwsCallError('ValidationError', 'Stack with id Papers does not exist'),
};

const keyOf = ({ service, target, path, query = {} }: AwsRequest): string =>
  `${service} ${target ?? query.Action ?? path}`;

/** The outcome of each check: `ok`, a note, or the message of its failure. */
const outcomes = async (
  answers: Readonly<Record<string, Answer>> = {},
  stage: StageSettings = everythingAroundCognito,
  region = 'eu-central-1',
): Promise<Record<string, string>> => {
  const call = async (request: AwsRequest): Promise<unknown> => {
    const answer = { ...ready, ...answers }[keyOf(request)];
    if (answer === undefined) throw new Error(`Unexpected call ${keyOf(request)}`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const preflight = { settings: checkSettings(stage, 'test'), region, call };
  const results: Record<string, string> = {};
  for (const { name, run } of preflightChecks)
    results[name] = await run(preflight).then(
      (note) => note ?? 'ok',
      (error: Error) => `failed: ${error.message}`,
    );
  return results;
};

it('passes in an account in which everything is ready', async () => {
  expect(await outcomes()).toEqual(Object.fromEntries(preflightChecks.map(({ name }) => [name, 'ok'])));
});

it('skips what a stage does not use', async () => {
  expect(
    await outcomes({}, { pages: 'none', oidc: { issuer: 'https://login.example.com', clientId: 'a' } }),
  ).toMatchObject({
    CloudFront: 'not used',
    'Zones of large uploads': 'not used',
    'Certificate of the API': 'not used',
    'Certificate of the dashboard': 'not used',
    'Secret of Stripe': 'not used',
    'Secrets of identity providers': 'not used',
    'Prefix of the sign-in pages': 'not used',
    'E-mail': 'Nobody receives the alarms: set alarmEmails',
  });
});

const { largeUploads, bootstrapQualifier } = everythingAroundCognito;

describe('fails', () => {
  it.each<[string, Record<string, Answer>, StageSettings, string, string?]>([
    [
      'Account',
      {},
      { account: '999999999999' },
      'The credentials are of account 111122223333, and the setting account is 999999999999. Choose',
    ],
    [
      'Bootstrap stack',
      { 'ssm AmazonSSM.GetParameter': new AwsCallError('ParameterNotFound', '') },
      { bootstrapQualifier },
      'eu-central-1 has no bootstrap stack with the qualifier myorg. Run npx cdk bootstrap --qualifier myorg.',
    ],
    [
      'Bootstrap stack',
      { 'ssm AmazonSSM.GetParameter': { Parameter: { Value: '5' } } },
      {},
      'The bootstrap stack has version 5; at least 6 is needed. Run npx cdk bootstrap again.',
    ],
    [
      'Runtime of the functions',
      { 'lambda /2018-10-31/layers': new AwsCallError('InvalidParameterValueException', '') },
      {},
      'does not have the runtime nodejs24.x',
    ],
    [
      'Quota of concurrent executions',
      { 'lambda /2016-08-19/account-settings/': { AccountLimit: { ConcurrentExecutions: 10 } } },
      {},
      'Set accountConcurrency: 10, and ask',
    ],
    [
      'Quota of concurrent executions',
      {},
      { accountConcurrency: 1001 },
      'accountConcurrency is 1001; the quota is 1000. Set accountConcurrency: 1000',
    ],
    ['CloudFront', {}, {}, "Set pages: 'api'", 'cn-north-1'],
    [
      'Zones of large uploads',
      {
        'ec2 DescribeAvailabilityZones':
          '<item><zoneName>us-east-1a</zoneName><zoneId>use1-az3</zoneId></item><item><zoneName>us-east-1b</zoneName><zoneId>use1-az4</zoneId></item><item><zoneName>us-east-1c</zoneName><zoneId>use1-az6</zoneId></item>',
      },
      { largeUploads },
      'The zone 1 of us-east-1 (us-east-1a) has no VPC origins of CloudFront. Set uploadZones: [2, 3].',
      'us-east-1',
    ],
    [
      'Zones of large uploads',
      {},
      { largeUploads, uploadZones: [1, 4] },
      'The zone 4 of eu-central-1 (missing) has no',
    ],
    [
      'Certificate of the API',
      { 'acm CertificateManager.DescribeCertificate': { Certificate: { Status: 'EXPIRED' } } },
      everythingAroundCognito,
      'api.certificate has the status EXPIRED',
    ],
    [
      'Certificate of the API',
      {},
      { api: { ...everythingAroundCognito.api, domain: 'example.org' } },
      'api.certificate is for *.example.com, not for example.org',
    ],
    [
      'Certificate of the API',
      {},
      { api: everythingAroundCognito.api },
      'api.certificate is in eu-central-1. Request one in eu-west-1, the region of the stack',
      'eu-west-1',
    ],
    [
      'Certificate of the dashboard',
      { 'acm CertificateManager.DescribeCertificate': new AwsCallError('ResourceNotFoundException', '') },
      everythingAroundCognito,
      'dashboard.certificate does not exist in us-east-1',
    ],
    [
      'Certificate of the dashboard',
      { 'acm CertificateManager.DescribeCertificate': { Certificate: { Status: 'PENDING_VALIDATION' } } },
      everythingAroundCognito,
      'dashboard.certificate has the status PENDING_VALIDATION',
    ],
    [
      'Certificate of the dashboard',
      {
        'acm CertificateManager.DescribeCertificate': {
          Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['*.other.com', '*.a.docs.example.com'] },
        },
      },
      everythingAroundCognito,
      'is for *.other.com, *.a.docs.example.com, not for docs.example.com',
    ],
    [
      'Secret of Stripe',
      { 'secretsmanager secretsmanager.GetSecretValue': new AwsCallError('ResourceNotFoundException', '') },
      everythingAroundCognito,
      'billing.secretName names the secret docforge/stripe, which does not exist in eu-central-1',
    ],
    [
      'Secret of Stripe',
      {
        'secretsmanager secretsmanager.GetSecretValue': {
          SecretString: '{"secretKey":"rk_hidden","webhookSecret":""}',
        },
      },
      everythingAroundCognito,
      'The secret docforge/stripe lacks webhookSecret, businessPrice. Add them.',
    ],
    [
      'Secret of Stripe',
      { 'secretsmanager secretsmanager.GetSecretValue': { SecretString: 'rk_hidden' } },
      everythingAroundCognito,
      'is not a JSON object',
    ],
    [
      'Secret of Stripe',
      { 'secretsmanager secretsmanager.GetSecretValue': { SecretString: 'null' } },
      everythingAroundCognito,
      'lacks secretKey, webhookSecret, businessPrice',
    ],
    [
      'Secrets of identity providers',
      { 'secretsmanager secretsmanager.GetSecretValue': { SecretString: '' } },
      everythingAroundCognito,
      'cognito.google.secretName names the secret docforge/google',
    ],
    [
      'Prefix of the sign-in pages',
      {
        'cognito-idp AWSCognitoIdentityProviderService.DescribeUserPoolDomain': {
          DomainDescription: { Domain: 'example-docforge' },
        },
      },
      everythingAroundCognito,
      'The prefix example-docforge is taken in eu-central-1',
    ],
    [
      'E-mail',
      { 'ses /v2/email/account': { ProductionAccessEnabled: false, SendingEnabled: true } },
      everythingAroundCognito,
      'is in its sandbox or may not send',
    ],
    [
      'E-mail',
      { 'ses /v2/email/identities/example.com': new AwsCallError('NotFoundException', '') },
      everythingAroundCognito,
      'example.com is not verified in Amazon SES in eu-central-1',
    ],
    [
      'E-mail',
      { 'ses /v2/email/identities/example.com': { VerifiedForSendingStatus: false } },
      everythingAroundCognito,
      'example.com is not verified',
    ],
  ])('%s %j %j', async (name, answers, stage, message, region) => {
    const all = await outcomes(answers, stage, region);

    expect(all[name]).toContain(`failed: `);
    expect(all[name]).toContain(message);
    expect(JSON.stringify(all)).not.toContain('hidden');
  });
});

it.each<[string, Record<string, Answer>, StageSettings, string]>([
  ['Quota of concurrent executions', {}, {}, 'The quota is 1000; accountConcurrency: 1000 reserves'],
  [
    'CloudFront',
    { 'cloudfront /2020-05-31/distribution': '<DistributionList><Quantity>0</Quantity></DistributionList>' },
    {},
    'AWS may have to verify it first',
  ],
  [
    'Prefix of the sign-in pages',
    {
      'cognito-idp AWSCognitoIdentityProviderService.DescribeUserPoolDomain': {
        DomainDescription: { Domain: 'example-docforge' },
      },
      'cloudformation DescribeStacks': '<DescribeStacksResponse></DescribeStacksResponse>',
    },
    everythingAroundCognito,
    'presumably by the deployed stack Papers',
  ],
  ['E-mail', {}, {}, 'Cognito sends at most 50 e-mails a day: set cognito.mail for more'],
])('notes about %s %j', async (name, answers, stage, note) => {
  const all = await outcomes(answers, stage);

  expect(all[name]).toContain(note);
  expect(all[name]).not.toContain('failed');
});

it('reports a call that AWS denies as a failure of its check only', async () => {
  const denied = new AwsCallError('AccessDeniedException', 'not authorized to perform: ssm:GetParameter');

  const all = await outcomes({ 'ssm AmazonSSM.GetParameter': denied });

  expect(all['Bootstrap stack']).toBe('failed: not authorized to perform: ssm:GetParameter');
  expect(all.CloudFront).toBe('ok');
});
