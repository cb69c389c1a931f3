import * as z from 'zod';
import { parseBucketFolders } from '../lib/api/s3-address.ts';
import { received } from '../lib/describe-issue.ts';

/** Text that matches a pattern. `expected` continues the sentence "must be". */
const matching = (pattern: RegExp, expected: string) =>
  z.string().regex(pattern, { error: ({ input }) => `must be ${expected}, not ${received(input)}` });

/** One line that fits into an environment variable or a property of a template. */
const line = matching(/^\P{Cc}{1,200}$/u, 'one line of 1 to 200 characters');

/** One that Amazon SNS accepts for a subscription: ASCII without white space. */
const emailAddress = matching(
  /^[!-?A-~]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/,
  'one e-mail address, such as operator@example.com',
);

/** Operators of the dashboard's page, which an environment variable separates by spaces. */
const operators = z
  .array(
    matching(
      /^[!-~]{1,128}$/,
      'an e-mail address or the name of a group of the identity provider, without spaces',
    ),
  )
  .max(50);

const hostPattern = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Returns the domain name in a URL or in a text that is almost one; undefined if there is none. */
const nearestHost = (text: unknown): string | undefined => {
  const given = String(text).trim();
  const host =
    URL.parse(given.includes('://') ? given : `https://${given}`)?.hostname.replace(/\.$/, '') ?? '';
  return hostPattern.test(host) ? host : undefined;
};

const hostName = z.string().regex(hostPattern, {
  error: ({ input }) => {
    const meant = nearestHost(input);
    const hint = meant === undefined ? '' : `. Did you mean "${meant}"?`;
    return `must be a domain name in lower case without scheme and path, such as docs.example.com, not ${received(input)}${hint}`;
  },
});

/** CloudFront reads certificates only there. */
const edgeCertificate = matching(
  /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
  'the ARN of a certificate of AWS Certificate Manager in us-east-1, the region of CloudFront',
);

/** In the region of the stack. */
const certificate = matching(
  /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
  'the ARN of a certificate of AWS Certificate Manager, such as arn:aws:acm:eu-central-1:111122223333:certificate/…',
);

/** https://docs.aws.amazon.com/Route53/latest/APIReference/API_GetHostedZone.html */
const hostedZoneId = matching(
  /^Z[A-Z0-9]{1,31}$/,
  'the id of a hosted zone of Route 53, such as Z0123456789ABCDEFGHIJ',
);

const kmsKey = matching(
  /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/,
  'the ARN of a key of AWS KMS, such as arn:aws:kms:eu-central-1:111122223333:key/…',
);

/** https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html */
const domainPrefix = matching(
  /^(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  '1 to 63 lower-case letters, digits and hyphens, without "aws", "amazon" or "cognito" in them and no hyphen at an end',
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html */
const providerName = matching(
  /^[^_\s\p{Cc}]{3,32}$/u,
  '3 to 32 characters without white space and underscores',
);

const secretName = matching(
  /^[\w/+=.@:-]{1,512}$/,
  'the name of a secret in Secrets Manager: letters, digits and /_+=.@-',
);

const accountId = matching(/^\d{12}$/, 'the id of an AWS account: 12 digits in quotes');

const region = matching(/^[a-z]{2}(?:-[a-z]+){1,3}-\d$/, 'the name of an AWS region, such as eu-central-1');

const image = matching(
  /^[a-z0-9][a-z0-9._/-]{0,200}(?::[\w.-]{1,128})?(?:@sha256:[0-9a-f]{64})?$/,
  'the name of a container image, such as public.ecr.aws/docker/library/node:24-slim@sha256:…',
);

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_CreateStack.html */
const stackName = matching(
  // The name of the data stack is 5 characters longer.
  /^[A-Za-z][A-Za-z0-9-]{0,122}$/,
  'a letter followed by up to 122 letters, digits and hyphens',
);

/** It contains the name of its table. */
const tableStream = matching(
  /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]{3,255}\/stream\/[\w:.-]+$/,
  'the ARN of the stream of a DynamoDB table: its LatestStreamArn',
);

const bucketName = matching(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  'the name of an S3 bucket, without a folder',
);

const userPoolId = matching(
  /^[a-z0-9-]+_[A-Za-z0-9]+$/,
  'the id of a user pool, such as eu-central-1_AbCdEfGhI',
);

/** https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-customizing.html */
const qualifier = matching(/^[a-z0-9]{1,10}$/, '1 to 10 lower-case letters and digits');

const isHttpsUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    !/\s/.test(text)
  );
};

const httpsUrl = z.string().refine(isHttpsUrl, {
  error: ({ input }) =>
    `must be an https URL without query and fragment, such as https://login.example.com, not ${received(input)}`,
});

/** A source of a Content-Security-Policy, in which `;` and `,` would end the directive. */
const cspSource = matching(
  /^https:\/\/[\w*.-]+(?::\d+)?(?:\/[^\s;,'"]*)?$/,
  'an https origin, such as https://keys.example.com',
);

const isBucketFolder = (text: string): boolean => {
  try {
    return parseBucketFolders(text).length === 1;
  } catch {
    return false;
  }
};

const bucketFolder = z.string().refine(isBucketFolder, {
  error: ({ input }) =>
    `must be a bucket or bucket/prefix, such as my-bucket/in/{account}, not ${received(input)}`,
});

/** Lambda accepts 4 KB of environment variables for all settings of a function. */
const maxFolderCharacters = 1000;

/** Folders of the operator's buckets, and their text for the environment of functions. */
const bucketFolders = z
  .array(bucketFolder)
  .transform((entries) => entries.join())
  .refine((text) => text.length <= maxFolderCharacters, {
    error: ({ input }) =>
      `must have at most ${maxFolderCharacters} characters in all; these are ${String(input).length}`,
  })
  .transform((text) => ({ text, folders: parseBucketFolders(text) }));

/** Tags of a resource: https://docs.aws.amazon.com/tag-editor/latest/userguide/tagging.html */
const tags = z.record(
  matching(
    /^(?!aws:)[\p{L}\p{Z}\p{N}_.:/=+@-]{1,128}$/iu,
    'a key of 1 to 128 characters that does not start with aws:',
  ),
  matching(/^[\p{L}\p{Z}\p{N}_.:/=+@-]{0,256}$/u, 'at most 256 letters, digits, spaces and _.:/=+@-'),
);

/** The kinds of values. */
export const values = {
  bucketName,
  accountId,
  bucketFolders,
  cspSource,
  domainPrefix,
  certificate,
  edgeCertificate,
  emailAddress,
  hostName,
  hostedZoneId,
  httpsUrl,
  image,
  kmsKey,
  line,
  operators,
  providerName,
  qualifier,
  region,
  secretName,
  stackName,
  tableStream,
  tags,
  userPoolId,
};
