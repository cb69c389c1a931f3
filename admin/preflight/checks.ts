import * as z from 'zod';
import type { Settings } from '../../cdk/settings.ts';
import { isRecord } from '../../lib/is-record.ts';
import { planTable } from '../../lib/plan-table.ts';
import { type AwsCall, AwsCallError } from './aws-call.ts';

/** What a check reads. */
export type Preflight = {
  readonly settings: Settings;
  readonly region: string;
  readonly call: AwsCall;
};

/** A check of an account before a deployment. Returns a note if something is worth knowing, and throws if the deployment would fail. */
export type PreflightCheck = {
  readonly name: string;
  readonly run: (preflight: Preflight) => Promise<string | undefined>;
};

/** A check that failed. The message states what to do. */
class PreflightError extends Error {}

const fail = (message: string): never => {
  throw new PreflightError(message);
};

/** Returns undefined for an error with one of these codes. */
const unless = async <Value>(
  codes: readonly string[],
  promise: Promise<Value>,
): Promise<Value | undefined> => {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof AwsCallError && codes.includes(error.name)) return undefined;
    throw error;
  }
};

const checkAccount = async ({ settings: { account }, region, call }: Preflight): Promise<undefined> => {
  const answer = await call({
    service: 'sts',
    region,
    query: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
  });
  // JSON or, from an older endpoint, XML.
  const actual = /\d{12}(?=["<])/.exec(typeof answer === 'string' ? answer : JSON.stringify(answer))?.[0];
  if (account !== undefined && actual !== account)
    fail(
      `The credentials are of account ${actual}, and the setting account is ${account}. Choose another profile of the AWS CLI.`,
    );
  return undefined;
};

/** The version of the bootstrap stack that CDK's synthesizer requires. */
const leastBootstrapVersion = 6;

const checkBootstrap = async ({ settings, region, call }: Preflight): Promise<undefined> => {
  const qualifier = settings.bootstrapQualifier ?? 'hnb659fds';
  const answer = await unless(
    ['ParameterNotFound'],
    call({
      service: 'ssm',
      region,
      target: 'AmazonSSM.GetParameter',
      input: { Name: `/cdk-bootstrap/${qualifier}/version` },
    }),
  );
  const flag = settings.bootstrapQualifier === undefined ? '' : ` --qualifier ${qualifier}`;
  if (answer === undefined)
    fail(`${region} has no bootstrap stack with the qualifier ${qualifier}. Run npx cdk bootstrap${flag}.`);
  const { Parameter } = z.object({ Parameter: z.object({ Value: z.coerce.number() }) }).parse(answer);
  if (Parameter.Value < leastBootstrapVersion)
    fail(
      `The bootstrap stack has version ${Parameter.Value}; at least ${leastBootstrapVersion} is needed. Run npx cdk bootstrap${flag} again.`,
    );
  return undefined;
};

const checkRuntime = async ({ region, call }: Preflight): Promise<undefined> => {
  const query = { CompatibleRuntime: 'nodejs24.x', MaxItems: '1' };
  const found = await unless(
    ['ValidationException', 'InvalidParameterValueException'],
    call({ service: 'lambda', region, path: '/2018-10-31/layers', query }),
  );
  if (found === undefined)
    fail(`Lambda in ${region} does not have the runtime nodejs24.x. Choose another region.`);
  return undefined;
};

/** Below this quota, waiting calls can stop the workers. */
const comfortableQuota = 100;

const checkConcurrency = async ({ settings, region, call }: Preflight): Promise<string | undefined> => {
  const answer = await call({ service: 'lambda', region, path: '/2016-08-19/account-settings/' });
  const { AccountLimit } = z
    .object({ AccountLimit: z.object({ ConcurrentExecutions: z.number() }) })
    .parse(answer);
  const quota = AccountLimit.ConcurrentExecutions;
  const stated = settings.accountConcurrency;
  if (stated !== undefined && stated > quota)
    fail(
      `accountConcurrency is ${stated}; the quota is ${quota}. Set accountConcurrency: ${quota}, or ask for a higher quota.`,
    );
  if (stated === undefined && quota < comfortableQuota)
    fail(
      `The quota of concurrent executions is ${quota}, so waiting calls could stop all workers. Set accountConcurrency: ${quota}, and ask for a higher quota.`,
    );
  return stated === quota
    ? undefined
    : `The quota is ${quota}; accountConcurrency: ${quota} reserves the workers' share of it`;
};

const checkCloudFront = async ({ settings, region, call }: Preflight): Promise<string | undefined> => {
  if (settings.pages !== 'cloudFront') return 'not used';
  const partition = region.startsWith('cn-') ? 'cn' : 'com';
  if (partition === 'cn')
    fail("CloudFront of China needs an ICP filing. Set pages: 'api', or choose another region.");
  const answer = await call({
    service: 'cloudfront',
    region: 'us-east-1',
    host: 'cloudfront.amazonaws.com',
    path: '/2020-05-31/distribution',
    query: { MaxItems: '1' },
  });
  const quantity = Number(/<Quantity>(\d+)<\/Quantity>/.exec(String(answer))?.[1] ?? 0);
  return quantity > 0
    ? undefined
    : "The account has no distribution yet. AWS may have to verify it first: ask AWS Support, or set pages: 'api' for the first deployment";
};

/** Zones in which CloudFront does not support VPC origins. */
const excludedZones = ['use1-az3', 'usw1-az2', 'cac1-az3', 'apne1-az3', 'apne2-az1'];

const checkZones = async ({ settings, region, call }: Preflight): Promise<string | undefined> => {
  if (!settings.largeUploads) return 'not used';
  const answer = await call({
    service: 'ec2',
    region,
    query: {
      Action: 'DescribeAvailabilityZones',
      Version: '2016-11-15',
      'Filter.1.Name': 'zone-type',
      'Filter.1.Value.1': 'availability-zone',
    },
  });
  const zones = String(answer)
    .split('<item>')
    .map((item) => ({
      name: /<zoneName>([^<]+)</.exec(item)?.[1] ?? '',
      id: /<zoneId>([^<]+)</.exec(item)?.[1] ?? '',
    }))
    .filter(({ id }) => id !== '')
    .toSorted((one, two) => one.name.localeCompare(two.name));
  const isUsable = (place: number): boolean => {
    const zone = zones[place - 1];
    return zone !== undefined && !excludedZones.includes(zone.id);
  };
  const wrong = settings.uploadZones.find((place) => !isUsable(place));
  if (wrong === undefined) return undefined;
  const usable = zones.map((_, index) => index + 1).filter(isUsable);
  return fail(
    `The zone ${wrong} of ${region} (${zones[wrong - 1]?.name ?? 'missing'}) has no VPC origins of CloudFront. Set uploadZones: [${usable.slice(0, 2).join(', ')}].`,
  );
};

const certificateSchema = z.object({
  Certificate: z.object({
    Status: z.string(),
    SubjectAlternativeNames: z.array(z.string()).default([]),
  }),
});

const covers = (pattern: string, domain: string): boolean =>
  pattern === domain || (pattern.startsWith('*.') && domain.slice(domain.indexOf('.')) === pattern.slice(1));

const checkCertificate = async (
  certificate: string,
  domain: string,
  setting: string,
  call: AwsCall,
): Promise<undefined> => {
  const region = certificate.split(':')[3] ?? '';
  const answer = await unless(
    ['ResourceNotFoundException'],
    call({
      service: 'acm',
      region,
      target: 'CertificateManager.DescribeCertificate',
      input: { CertificateArn: certificate },
    }),
  );
  if (answer === undefined) fail(`${setting}.certificate does not exist in ${region}. Request it there.`);
  const { Certificate } = certificateSchema.parse(answer);
  if (Certificate.Status !== 'ISSUED')
    fail(
      `${setting}.certificate has the status ${Certificate.Status}. Add its validation records to DNS, and wait until it is issued.`,
    );
  if (!Certificate.SubjectAlternativeNames.some((name) => covers(name, domain)))
    fail(
      `${setting}.certificate is for ${Certificate.SubjectAlternativeNames.join(', ')}, not for ${domain}. Request another one.`,
    );
  return undefined;
};

const checkDashboard = async ({ settings: { dashboard }, call }: Preflight): Promise<string | undefined> =>
  dashboard === undefined
    ? 'not used'
    : checkCertificate(dashboard.certificate, dashboard.domain, 'dashboard', call);

const checkApiDomain = async ({
  settings: { api },
  region,
  call,
}: Preflight): Promise<string | undefined> => {
  if (api === undefined) return 'not used';
  const place = api.certificate.split(':')[3];
  if (place !== region)
    fail(`api.certificate is in ${place}. Request one in ${region}, the region of the stack.`);
  return checkCertificate(api.certificate, api.domain, 'api', call);
};

/** Reads a secret. Its value appears in no message. */
const readSecret = async ({ region, call }: Preflight, setting: string, name: string): Promise<string> => {
  const answer = await unless(
    ['ResourceNotFoundException'],
    call({
      service: 'secretsmanager',
      region,
      target: 'secretsmanager.GetSecretValue',
      input: { SecretId: name },
    }),
  );
  const { SecretString = '' } = z.object({ SecretString: z.string().optional() }).parse(answer ?? {});
  if (SecretString === '')
    fail(
      `${setting} names the secret ${name}, which does not exist in ${region} or is empty. Create it there.`,
    );
  return SecretString;
};

const checkBilling = async (preflight: Preflight): Promise<string | undefined> => {
  const { billing, plans = planTable } = preflight.settings;
  if (billing === undefined) return 'not used';
  const text = await readSecret(preflight, 'billing.secretName', billing.secretName);
  const paid = Object.entries(plans).flatMap(([name, { price }]) => (price > 0 ? [`${name}Price`] : []));
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    fail(`The secret ${billing.secretName} is not a JSON object.`);
  }
  const missing = ['secretKey', 'webhookSecret', ...paid].filter(
    (field) => !isRecord(fields) || typeof fields[field] !== 'string' || fields[field] === '',
  );
  if (missing.length > 0) fail(`The secret ${billing.secretName} lacks ${missing.join(', ')}. Add them.`);
  return undefined;
};

const checkProviders = async (preflight: Preflight): Promise<string | undefined> => {
  const { google, broker } = preflight.settings.cognito ?? {};
  if (google === undefined && broker === undefined) return 'not used';
  if (google !== undefined) await readSecret(preflight, 'cognito.google.secretName', google.secretName);
  if (broker !== undefined) await readSecret(preflight, 'cognito.broker.secretName', broker.secretName);
  return undefined;
};

/** Returns true if the service's stack exists. */
export const isDeployed = async ({ settings, region, call }: Preflight): Promise<boolean> => {
  const query = { Action: 'DescribeStacks', Version: '2010-05-15', StackName: settings.stackName };
  return (
    (await unless(['ValidationError'], call({ service: 'cloudformation', region, query }))) !== undefined
  );
};

const checkPrefix = async (preflight: Preflight): Promise<string | undefined> => {
  const { settings, region, call } = preflight;
  const prefix = settings.cognito?.domainPrefix;
  if (prefix === undefined) return 'not used';
  const answer = await call({
    service: 'cognito-idp',
    region,
    target: 'AWSCognitoIdentityProviderService.DescribeUserPoolDomain',
    input: { Domain: prefix },
  });
  const { DomainDescription } = z
    .object({ DomainDescription: z.object({ Domain: z.string().optional() }).default({}) })
    .parse(answer);
  if (DomainDescription.Domain === undefined) return undefined;
  if (await isDeployed(preflight))
    return `The prefix is in use, presumably by the deployed stack ${settings.stackName}`;
  return fail(`The prefix ${prefix} is taken in ${region}. Set another cognito.domainPrefix.`);
};

const mailSchema = z.object({
  ProductionAccessEnabled: z.boolean().default(false),
  SendingEnabled: z.boolean().default(false),
  SendQuota: z.object({ Max24HourSend: z.number() }).optional(),
});

/** E-mails that a day's sign-ups need at least. */
const comfortableMails = 200;

const checkSender = async ({ settings, region, call }: Preflight): Promise<string | undefined> => {
  const { oidc, cognito } = settings;
  if (oidc !== undefined) return undefined;
  if (cognito?.mail === undefined) return 'Cognito sends at most 50 e-mails a day: set cognito.mail for more';
  const { from, domain } = cognito.mail;
  const ses = { service: 'ses', prefix: 'email', region };
  const account = mailSchema.parse(await call({ ...ses, path: '/v2/email/account' }));
  if (!account.ProductionAccessEnabled || !account.SendingEnabled)
    fail(
      `Amazon SES in ${region} is in its sandbox or may not send. Request production access, or remove cognito.mail.`,
    );
  const identity = await unless(
    ['NotFoundException'],
    call({ ...ses, path: `/v2/email/identities/${encodeURIComponent(domain ?? from)}` }),
  );
  if (z.object({ VerifiedForSendingStatus: z.literal(true) }).safeParse(identity).success === false)
    fail(`${domain ?? from} is not verified in Amazon SES in ${region}. Verify it there.`);
  const quota = account.SendQuota?.Max24HourSend ?? 0;
  return quota < comfortableMails ? `Amazon SES sends at most ${quota} e-mails a day` : undefined;
};

const checkMail = async (preflight: Preflight): Promise<string | undefined> => {
  const quiet =
    preflight.settings.alarmEmails.length === 0 ? 'Nobody receives the alarms: set alarmEmails' : undefined;
  const notes = [quiet, await checkSender(preflight)].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join('. ');
};

/** The checks, in the order in which an operator would mend their failures. */
export const preflightChecks: readonly PreflightCheck[] = [
  { name: 'Account', run: checkAccount },
  { name: 'Bootstrap stack', run: checkBootstrap },
  { name: 'Runtime of the functions', run: checkRuntime },
  { name: 'Quota of concurrent executions', run: checkConcurrency },
  { name: 'CloudFront', run: checkCloudFront },
  { name: 'Zones of large uploads', run: checkZones },
  { name: 'Certificate of the API', run: checkApiDomain },
  { name: 'Certificate of the dashboard', run: checkDashboard },
  { name: 'Secret of Stripe', run: checkBilling },
  { name: 'Secrets of identity providers', run: checkProviders },
  { name: 'Prefix of the sign-in pages', run: checkPrefix },
  { name: 'E-mail', run: checkMail },
];
