import { plans } from '../lib/plans.ts';

/** Reads the value of a setting. Throws an Error that says what to set. */
type Read<Value> = (text: string) => Value;

const matching =
  (pattern: RegExp, remedy: string): Read<string> =>
  (text) => {
    if (pattern.test(text)) return text;
    throw new Error(remedy);
  };

const choice =
  <Name extends string>(names: readonly Name[]): Read<Name> =>
  (text) => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new Error(`set ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
  };

const wholeNumber =
  (least: number, most: number): Read<number> =>
  (text) => {
    const number = Number(text);
    if (text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most) return number;
    throw new Error(`set a whole number from ${least} to ${most}`);
  };

/** Of the API's stage: at least what one account of the largest plan may use, and 10,000, the usual quota of a region. */
const callsPerSecond = wholeNumber(
  Math.ceil(Math.max(...Object.values(plans).map(({ maxCallsPerMinute }) => maxCallsPerMinute)) / 60),
  10_000,
);

/** Of a rule of AWS WAF, in a minute. */
const rateLimitPerAddress = wholeNumber(100, 2_000_000_000);

const flag: Read<boolean> = (text) => choice(['true', 'false'])(text) === 'true';

/** Text of one line that fits into an environment variable or a property of a template. */
const line = matching(/^\P{Cc}{1,200}$/u, 'set one line of at most 200 characters');

/** One that Amazon SNS accepts for a subscription: ASCII without white space. */
const emailAddress = matching(
  /^[!-?A-~]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/,
  'set one e-mail address, such as operator@example.com',
);

const hostName = matching(
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  'set a domain name in lower case without scheme and path, such as docs.example.com',
);

/** CloudFront reads certificates only there. */
const certificate = matching(
  /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
  'set the ARN of a certificate of AWS Certificate Manager in us-east-1, the region of CloudFront',
);

/** https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html */
const domainPrefix = matching(
  /^(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  'set 1 to 63 lower-case letters, digits and hyphens, without "aws", "amazon" or "cognito" in them and no hyphen at an end',
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html */
const providerName = matching(
  /^[^_\s\p{Cc}]{3,32}$/u,
  'set 3 to 32 characters without white space and underscores',
);

const secretName = matching(
  /^[\w/+=.@:-]{1,512}$/,
  'set the name of a secret in Secrets Manager: letters, digits and /_+=.@-',
);

const httpsUrl: Read<string> = (text) => {
  const url = URL.parse(text);
  if (
    url?.protocol === 'https:' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    !/\s/.test(text)
  )
    return text;
  throw new Error('set an https URL without query and fragment, such as https://login.example.com');
};

/** Sources of a Content-Security-Policy, in which `;` and `,` would end the directive. */
const sources: Read<readonly string[]> = (text) => {
  const listed = text.split(' ').filter((source) => source !== '');
  if (
    listed.length > 0 &&
    listed.every((source) => /^https:\/\/[\w*.-]+(?::\d+)?(?:\/[^\s;,'"]*)?$/.test(source))
  )
    return listed;
  throw new Error(
    'set https origins separated by spaces, such as "https://one.example.com https://two.example.com"',
  );
};

/** The kinds of values. */
export const values = {
  callsPerSecond,
  certificate,
  choice,
  domainPrefix,
  emailAddress,
  flag,
  hostName,
  httpsUrl,
  line,
  providerName,
  rateLimitPerAddress,
  secretName,
  sources,
  wholeNumber,
};
