import { alarmsReachSomebody } from './alarms.ts';
import { bucketsEmptyThemselves } from './buckets.ts';
import {
  environmentsFit,
  gatewayOutlastsFunctions,
  logsEnd,
  memoryIsAvailable,
  reservationsServeQueues,
  rolesAreOwn,
} from './functions.ts';
import { namesAreUnique, textsFit } from './names.ts';
import { deadLettersRing, messagesAreRetried, messagesEnd, messagesStayHidden } from './queues.ts';
import { fitsSchemas } from './schema.ts';
import type { Rule } from './template.ts';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html, but 350 resources of 500: an operator adds some. */
const limits = { Resources: 350, Outputs: 200, Parameters: 200, Mappings: 200 };
const templateBytes = 1_000_000;

const fitsCloudFormation: Rule = (template) => [
  ...Object.entries(limits).flatMap(([section, most]) => {
    const count = Object.keys(template[section] ?? {}).length;
    return count > most ? [`${section} are ${count} of ${most}`] : [];
  }),
  ...(Buffer.byteLength(JSON.stringify(template)) > templateBytes
    ? [`The template has more than ${templateBytes} bytes`]
    : []),
];

/** Every value is known without AWS: CDK puts dummies in place of what its command line would look up. */
const needsNoLookup: Rule = (template) =>
  /"dummy[^"]*"/.test(JSON.stringify(template)) ? ['A value is looked up in the account'] : [];

/** The rules for every template of the service. */
export const rules = {
  fitsSchemas,
  fitsCloudFormation,
  needsNoLookup,
  namesAreUnique,
  textsFit,
  bucketsEmptyThemselves,
  messagesEnd,
  messagesStayHidden,
  messagesAreRetried,
  deadLettersRing,
  alarmsReachSomebody,
  environmentsFit,
  memoryIsAvailable,
  gatewayOutlastsFunctions,
  logsEnd,
  rolesAreOwn,
  reservationsServeQueues,
} as const satisfies Record<string, Rule>;
