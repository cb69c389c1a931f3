import { type Grant, grantsOf } from './evaluate.ts';
import type { AccessRequest, Statement } from './policy.ts';

/** A summary of all authorized calls. Counts calls, not the items in them. */
export type AccessSummary = {
  readonly calls: number;
  /** The number of calls that needed each grant, by the grant's text. */
  readonly grants: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, number>>;
};

/** Read access to the record of authorized calls. */
export type AccessRecord = {
  summary(): AccessSummary;
  /** Returns the grants of a role that were used since the previous call of this method. */
  takeUsed(roleName: string): readonly Grant[];
};

/** Write access to the record. */
export type Recorder = {
  call(): void;
  granted(roleName: string, statements: readonly Statement[]): void;
  used(roleName: string, grants: readonly Grant[]): void;
  refused(roleName: string, request: AccessRequest): void;
  readonly record: AccessRecord;
};

/** The services whose calls are authorized here. The use of other grants, such as those for logs, is unknown. */
const authorizedServices = /^(not )?(dynamodb|lambda|s3|sqs):|^\*$/i;

/** Ids and hashes, which differ between calls. A ULID has 26 characters. */
const idPattern = /[0-9A-Za-z]{26,}/g;

/** Creates an empty record in memory. */
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
        if (authorizedServices.test(grant.action)) add(grants, describeGrant(roleName, grant), 0);
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

/** Adds the summaries of several stacks. */
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

/** Formats a summary as text: the number of calls, every denial, every unused grant. */
export function describeSummary({ calls, grants, refusals }: AccessSummary): string {
  const unused = Object.keys(grants).filter((name) => grants[name] === 0);
  const lines = (names: readonly string[]): string[] => names.toSorted().map((name) => `  ${name}`);
  return [
    `Permissions: ${calls} function calls checked against ${Object.keys(grants).length} grants.`,
    `Denied calls: ${Object.keys(refusals).length === 0 ? 'none' : ''}`.trimEnd(),
    ...lines(Object.entries(refusals).map(([name, count]) => `${name} (${count} times)`)),
    `Unused grants: ${unused.length === 0 ? 'none' : ''}`.trimEnd(),
    ...lines(unused),
  ].join('\n');
}

function describeGrant(roleName: string, { action, partition, resource }: Grant): string {
  return [roleName, action, shorten(resource), partition].filter(Boolean).join(' ');
}

/** Returns the resource part of an ARN. The action and the stack imply the other parts. */
function shorten(resource: string): string {
  return resource.startsWith('arn:') ? resource.split(':').slice(5).join(':') : resource;
}
