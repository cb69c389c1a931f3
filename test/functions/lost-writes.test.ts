import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { isPermanent } from '../../lib/aws/permanent-error.ts';
import type { Table } from '../../lib/aws/table.ts';
import { nodesOf, type SyntaxNode, sourceFiles, sourceOf } from '../conventions/source-tree.ts';
import type { AwsProxy } from '../support/aws-proxy.ts';
import { isLong } from '../support/long-run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { allItems } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { type Write, writes } from './writes.ts';

/** Functions that send writes for others. */
const senders = [
  'charged-transaction.chargedTransaction',
  'conditional-update.deleteItem',
  'conditional-update.putIf',
  'conditional-update.updateIf',
  'conditional-update.updateOnce',
  'releasing-transaction.releasingTransaction',
  'releasing-transaction.writeAll',
  'transaction.transact',
];

/** Writes whose repetition is left to another level, with the test of that level. */
const untried = {
  'account-objects.worker': 'deletes what a list found; deleting it again does nothing',
  'create-job.withdrawCharged': 'follows a fault; test/lib/aws/job-slots.test.ts',
  'queue-tools.remove': 'deletes a message; deleting it again does nothing',
  'operator-buckets.put': 'sent once; test/lib/jobs/deliver-result.test.ts repeats deliveries',
};

/** Writes that count a call again if their answer is lost, so that no call is uncounted. */
const countAgain = /^(rate-windows|token-window|account-window)\./;

const isWrite = (source: string): boolean =>
  /^(deleteItem|putIf|updateIf|updateOnce|transact|writeAll|chargedTransaction|releasingTransaction)[<(]/.test(
    source,
  ) ||
  /^new (?!Get|Query|Scan|BatchGet|Receive)\w+Command\(/.test(source) ||
  /^(await )?request\(\{\s*method: '(PUT|POST|DELETE)'/.test(source);

const nameOf = (node: SyntaxNode): string | undefined => {
  const { id, key, init, value } = node as Record<string, SyntaxNode | undefined>;
  const of = (name: SyntaxNode | undefined, body: SyntaxNode | undefined): string | undefined =>
    name?.type === 'Identifier' && body?.type.endsWith('FunctionExpression') ? String(name.name) : undefined;
  return node.type === 'VariableDeclarator' ? of(id, init) : of(key, value);
};

/** `file.function` of each write in `lib/aws`: the innermost function with a name around it. */
const writeSites = (): string[] =>
  sourceFiles('lib/aws/*.ts').flatMap((file) => {
    const all = nodesOf(file);
    const functions = all.filter((node) => nameOf(node) !== undefined);
    return all
      .filter(({ type }) => type === 'CallExpression' || type === 'NewExpression')
      .filter((node) => isWrite(sourceOf(file, node)))
      .map(({ start, end }) => {
        const around = functions.findLast((node) => node.start <= start && node.end >= end);
        return `${file.path.replace(/^.*\/|\.ts$/g, '')}.${around && nameOf(around)}`;
      });
  });

test('the list contains every write of lib/aws', () => {
  const listed = [...Object.keys(writes), ...Object.keys(untried), ...senders];

  expect(listed.toSorted()).toEqual([...new Set(writeSites())].toSorted());
});

test('every write of one item is repeated if it meets a transaction', () => {
  const direct = sourceFiles('lib/aws/*.ts').filter((file) =>
    nodesOf(file).some((node) => /^new (Delete|Put|Update)Command\(/.test(sourceOf(file, node))),
  );

  expect(direct.map(({ path }) => path)).toEqual([expect.stringMatching(/conditional-update\.ts$/)]);
});

const now = Date.UTC(2026, 10, 20, 12);
let service: TestService;
let table: Table;

beforeAll(async () => {
  service = await startTestService();
  table = openTable();
});
afterAll(async () => {
  table.client.destroy();
  await service.close();
});

const clear = async (): Promise<void> => {
  const items = [...(await allItems(service.table))];
  while (items.length > 0) {
    const requests = items.splice(0, 25).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await service.table.client.send(
      new BatchWriteCommand({ RequestItems: { [service.table.name]: requests } }),
    );
  }
};

afterEach(clear);

const random =
  /[a-z]*_?[0-9A-Z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|whsec_[\w+/]{43}=|[0-9a-f]{64}|[\w-]{43}(?![\w-])/g;

/** JSON whose members are sorted, without the owners of claims. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (name, member) => {
    if (/_by$|^last_four$/.test(name)) return 'any';
    if (name === 'pk') return String(member).replace(/^(KEYENDING)#.*/, '$1');
    // The shard depends on the random id.
    if (name === 'due') return String(member).replace(/#.*/, '');
    if (member instanceof Set) return [...member];
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }) ?? 'undefined';

/** JSON whose random values are replaced by their order of appearance, so that equal ones stay equal. */
const withoutChance = (values: readonly unknown[], seen: Map<string, string>): string[] => {
  const place = (text: string): string =>
    (/"pk":.*?"sk":"[^"]*"/.exec(text)?.[0] ?? text).replace(random, '');
  const texts = values.map(sorted).toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  return texts.map((text) =>
    text.replace(random, (found) => {
      const known = seen.get(found) ?? `random ${seen.size}`;
      seen.set(found, known);
      return known;
    }),
  );
};

type Outcome = {
  /** The items before the write. */
  readonly before: readonly string[];
  /** The operations that the write called. */
  readonly calls: readonly string[];
  readonly error: Error | undefined;
  readonly result: readonly string[];
  readonly items: readonly string[];
  readonly messages: readonly string[];
};

/** Prepares a write in an empty table and runs it, after `disturb` has set up the proxies. */
const run = async (write: Write, disturb: () => void): Promise<Outcome> => {
  await clear();
  const tenant = await createTenant(service.table, 'pro', now);
  const seen = new Map<string, string>();
  const act = await write({ table, tenant, accountId: tenant.accountId, now });
  const before = withoutChance(await allItems(service.table), seen);
  service.takeCalls();
  disturb();
  let error: Error | undefined;
  const result = await act().catch((reason: Error) => {
    error = reason;
  });
  const calls = service.takeCalls().map(({ operation }) => operation);
  const sent = await Promise.all(
    (['jobs', 'webhooks', 'deadLetters'] as const).map((queue) => service.takeMessages(queue)),
  );
  return {
    before,
    calls,
    error,
    result: withoutChance([result], seen),
    items: withoutChance(await allItems(service.table), seen),
    messages: [...new Set(withoutChance(sent.flat(), seen))],
  };
};

const isWriteCall = (operation: string): boolean =>
  /^(UpdateItem|PutItem|DeleteItem|TransactWriteItems|SendMessage|PUT|DELETE)/.test(operation);

const proxyOf = (operation: string) =>
  operation === 'SendMessage' ? service.sqs : / /.test(operation) ? service.s3 : service.dynamodb;

const comparable = ({ error, result, items, messages }: Outcome, countsAgain = false) => {
  const count = (text: string): string =>
    countsAgain ? text.replace(/"(window_count|grant_used|remaining)":\d+/g, '"$1":"counted"') : text;
  return { error, result: result.map(count), items: items.map(count), messages };
};

const cases = Object.entries(writes).flatMap(([name, each]) =>
  Object.entries(each).map(([title, write]) => ({ name, title, write })),
);

/** Writes that do not wait for each other: if one is refused, the others happen. */
const sentSideBySide = /^delete-account\.worker$/;

/** The short run tries a third of the writes. */
const chosen = cases.filter((_, index) => isLong || index % 3 === 0);

describe.each(chosen)('$name of $title', ({ name, write }) => {
  let undisturbed: Promise<Outcome> | undefined;
  const runUndisturbed = (): Promise<Outcome> => (undisturbed ??= run(write, () => undefined));

  /** Runs the write once as it is and once for each of its calls, whose proxy `disturb` sets up. */
  const compare = async (
    disturb: (proxy: AwsProxy, operation: string, earlier: number) => void,
    mayCountAgain: boolean,
  ): Promise<void> => {
    const clean = await runUndisturbed();
    const sent = clean.calls.filter(isWriteCall);
    expect(clean.error).toBeUndefined();
    expect(sent).not.toEqual([]);

    for (const [index, operation] of sent.entries()) {
      const earlier = sent.slice(0, index).filter((each) => each === operation).length;
      const disturbed = await run(write, () => disturb(proxyOf(operation), operation, earlier));

      expect(disturbed.calls.length).toBeGreaterThan(clean.calls.length);
      expect(comparable(disturbed, mayCountAgain)).toEqual(comparable(clean, mayCountAgain));
    }
  };

  test('has the same outcome if an answer is lost', () =>
    compare((proxy, operation, earlier) => proxy.loseAnswer(operation, earlier), countAgain.test(name)));

  if (!isLong) return;

  // The SDK waits for up to a second before it repeats a call that was throttled.
  test('has the same outcome if a call is throttled', () =>
    compare((proxy, operation, skip) => {
      const code = operation.includes(' ') ? 'SlowDown' : 'ThrottlingException';
      proxy.refuse(operation, code, { skip });
    }, false));

  test('changes nothing if the first write is refused for good', async () => {
    const clean = await runUndisturbed();
    const operation = clean.calls.find(isWriteCall) ?? '';

    const refused = await run(write, () => proxyOf(operation).refuse(operation, 'ValidationException'));

    if (sentSideBySide.test(name)) expect(refused.items.length).toBeGreaterThan(clean.items.length);
    else expect(refused.items).toEqual(refused.before);
    expect(refused.messages).toEqual([]);
    expect(refused.error?.name).toBe('ValidationException');
    expect(isPermanent(refused.error)).toBe(true);
  });
});
