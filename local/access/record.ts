import { type Grant, grantsOf } from './evaluate.ts';
import type { AccessRequest, Statement } from './policy.ts';

/** What was judged, to be read by people and programs. Counts of calls, not of their items. */
export type AccessSummary = {
  readonly calls: number;
  /** How often each grant was needed, by its text; 0 for one that never was. */
  readonly grants: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, number>>;
};

/** Reads what was judged so far. */
export type AccessRecord = {
  summary(): AccessSummary;
  /** The grants of a role that were used since the last time they were taken. */
  takeUsed(roleName: string): readonly Grant[];
};

/** Notes what is judged. */
export type Recorder = {
  call(): void;
  granted(roleName: string, statements: readonly Statement[]): void;
  used(roleName: string, grants: readonly Grant[]): void;
  refused(roleName: string, request: AccessRequest): void;
  readonly record: AccessRecord;
};

/** Services whose calls pass this check; grants of others, such as logs, cannot be seen to be used. */
const judgedServices = /^(not )?(dynamodb|s3|sqs):|^\*$/i;

/** Ids and hashes, which differ from call to call: ULIDs have 26 characters. */
const idPattern = /[0-9A-Za-z]{26,}/g;

/** An empty record, in memory. */
export function createRecord(): Recorder {
  let calls = 0;
  const grants = new Map<string, number>();
  const refusals = new Map<string, number>();
  const recent = new Map<string, Grant[]>();
  const add = (counts: Map<string, number>, name: string, count: number): void => {
    counts.set(name, (counts.get(name) ?? 0) + count);
  };
  return {
    call: () => {
      calls += 1;
    },
    granted: (roleName, statements) => {
      const allowed = statements.filter(({ effect }) => effect === 'Allow').flatMap(grantsOf);
      for (const grant of allowed) {
        if (judgedServices.test(grant.action)) add(grants, describeGrant(roleName, grant), 0);
      }
    },
    used: (roleName, used) => {
      const list = recent.get(roleName) ?? [];
      recent.set(roleName, list);
      for (const grant of used) {
        add(grants, describeGrant(roleName, grant), 1);
        if (!list.some((known) => describeGrant('', known) === describeGrant('', grant))) list.push(grant);
      }
    },
    refused: (roleName, { action, context, resource }) => {
      const keys = context?.['dynamodb:leadingkeys']?.join(', ') ?? '';
      const place = [shorten(resource), keys].filter(Boolean).join(' ').replace(idPattern, '…');
      add(refusals, `${roleName} ${action} ${place}`, 1);
    },
    record: {
      summary: () => ({
        calls,
        grants: Object.fromEntries(grants),
        refusals: Object.fromEntries(refusals),
      }),
      takeUsed: (roleName) => {
        const used = recent.get(roleName) ?? [];
        recent.delete(roleName);
        return used;
      },
    },
  };
}

/** Puts what several stacks judged together. */
export function mergeSummaries(summaries: readonly AccessSummary[]): AccessSummary {
  const sum = (counts: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
    const total: Record<string, number> = {};
    for (const [name, count] of counts.flatMap((each) => Object.entries(each))) {
      total[name] = (total[name] ?? 0) + count;
    }
    return total;
  };
  return {
    calls: summaries.reduce((total, { calls }) => total + calls, 0),
    grants: sum(summaries.map(({ grants }) => grants)),
    refusals: sum(summaries.map(({ refusals }) => refusals)),
  };
}

/** One block of text: the number of calls, every refusal, every grant that nothing needed. */
export function describeSummary({ calls, grants, refusals }: AccessSummary): string {
  const unused = Object.keys(grants).filter((name) => grants[name] === 0);
  const lines = (names: readonly string[]): string[] => names.toSorted().map((name) => `  ${name}`);
  return [
    `Permissions: ${calls} calls of functions judged, ${Object.keys(grants).length} grants.`,
    `Refusals: ${Object.keys(refusals).length === 0 ? 'none' : ''}`.trimEnd(),
    ...lines(Object.entries(refusals).map(([name, count]) => `${name} (${count} times)`)),
    `Grants that nothing needed: ${unused.length === 0 ? 'none' : ''}`.trimEnd(),
    ...lines(unused),
  ].join('\n');
}

function describeGrant(roleName: string, { action, partition, resource }: Grant): string {
  return [roleName, action, shorten(resource), partition].filter(Boolean).join(' ');
}

/** The resource without service, region and account, which the action and the stack say already. */
function shorten(resource: string): string {
  return resource.startsWith('arn:') ? resource.split(':').slice(5).join(':') : resource;
}
