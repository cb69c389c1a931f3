import { byteSize } from './byte-size.ts';
import { deploymentConstants } from './deployment-constants.ts';
import { type PlanLimits, type PlanRow, planTable } from './plan-table.ts';

export type { PlanLimits } from './plan-table.ts';

/** The name of a plan. */
export type PlanName = keyof typeof planTable;

/** The name of a plan that costs money. */
export type PaidPlan = {
  [Name in PlanName]: (typeof planTable)[Name]['price'] extends 0 ? never : Name;
}[PlanName];

/** The plans by name. Those of an operator may have other names, and always include `free`. */
export const plans = (deploymentConstants.plans ?? planTable) as Readonly<Record<PlanName, PlanRow>>;

/** Whether a text is the name of a plan. */
export const isPlanName = (name: string): name is PlanName => Object.hasOwn(plans, name);

/** The names of the plans, from the smallest to the largest. */
export const planNames: readonly PlanName[] = Object.keys(plans).filter(isPlanName);

const isPaid = (name: PlanName): name is PaidPlan => plans[name].price > 0;

/** The plan with the highest limits. */
export const largestPlan: PlanName = planNames.at(-1) ?? 'free';

/** The names of the plans that cost money. */
export const paidPlans: readonly PaidPlan[] = planNames.filter(isPaid);

/** The limits of a plan. */
export const limitsOf = (plan: PlanName): PlanLimits => {
  const { label: _label, price: _price, ...limits } = plans[plan];
  return limits;
};

const fileSizes = planNames.map((name) => plans[name].maxFileBytes);

/** The maximum file size as text, such as `25 MB`. */
export const fileSizeWords =
  Math.min(...fileSizes) === Math.max(...fileSizes)
    ? byteSize(Math.max(...fileSizes))
    : `${byteSize(Math.min(...fileSizes))} to ${byteSize(Math.max(...fileSizes))}, depending on the plan`;

const count = (value: number): string => value.toLocaleString('en');
const gigabyte = 1024 ** 3;

/** The limits of a plan with their names, as the documentation and the dashboard show them. */
export const limitRows: readonly (readonly [string, (limits: PlanLimits) => string])[] = [
  ['Operations a month', ({ maxOperations }) => count(maxOperations)],
  ['Jobs at once', ({ maxActiveJobs }) => count(maxActiveJobs)],
  ['API keys', ({ maxKeys }) => count(maxKeys)],
  ['Engine minutes an hour', ({ maxEngineMinutes }) => count(maxEngineMinutes)],
  ['Calls a minute, of all tokens', ({ maxCallsPerMinute }) => count(maxCallsPerMinute)],
  ['Waiting calls at once', ({ maxWaits }) => count(maxWaits)],
  ['File size', ({ maxFileBytes }) => byteSize(maxFileBytes)],
  [
    'Size of one result',
    ({ maxResultBytes: bytes }) => (bytes < gigabyte ? byteSize(bytes) : `${bytes / gigabyte} GB`),
  ],
];

/** The table of plans as lines of Markdown. */
export const planLines = (rows: Readonly<Record<string, PlanRow>>): readonly string[] => {
  const columns: readonly (readonly [string, (plan: PlanRow) => string])[] = [
    ['Limit', ({ label }) => label],
    ['---', () => '---'],
    ...limitRows,
    ['Price a month (USD)', ({ price }) => String(price)],
  ];
  return columns.map(([label, cell]) => `| ${[label, ...Object.values(rows).map(cell)].join(' | ')} |`);
};
