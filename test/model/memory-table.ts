import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { holds, type Item, type References, updated } from './expression.ts';

/** The items of the table by their keys. */
export type Items = {
  get(key: string): Item | undefined;
  entries(): Iterable<readonly [key: string, item: Item]>;
  set(key: string, item: Item | undefined): void;
};

/** The members of all requests that the service sends. */
type Request = {
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: Item;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ScanIndexForward?: boolean;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>;
  readonly TransactItems?: readonly Readonly<Record<string, Request>>[];
};

/** The key of an item as one text. */
const keyText = ({ pk, sk }: Item): string => `${pk}|${sk}`;

const referencesOf = (request: Request): References => ({
  values: request.ExpressionAttributeValues ?? {},
  names: request.ExpressionAttributeNames ?? {},
});

const isAllowed = (request: Request, item: Item | undefined): boolean =>
  holds(request.ConditionExpression, item, referencesOf(request));

/** The item after a write; undefined if it is deleted. A check changes nothing. */
const itemAfter = (kind: string, request: Request, before: Item | undefined): Item | undefined => {
  if (kind === 'ConditionCheck') return before;
  if (kind === 'Delete') return undefined;
  if (kind === 'Put') return request.Item;
  return updated(request.UpdateExpression ?? '', before ?? { ...request.Key }, referencesOf(request));
};

const marshalled = (item: Item | undefined) =>
  item === undefined ? undefined : marshall(item, { removeUndefinedValues: true });

const write = (kind: string, request: Request, items: Items): Item | undefined => {
  const key = keyText(request.Key ?? request.Item ?? {});
  const before = items.get(key);
  if (!isAllowed(request, before)) {
    throw new ConditionalCheckFailedException({
      message: 'The conditional request failed',
      $metadata: {},
      Item: marshalled(before),
    });
  }
  const after = itemAfter(kind, request, before);
  items.set(key, after);
  return after;
};

const transact = (writes: NonNullable<Request['TransactItems']>, items: Items): void => {
  const all = writes.flatMap((each) => Object.entries(each));
  const reasons = all.map(([, request]) => {
    const before = items.get(keyText(request.Key ?? request.Item ?? {}));
    return isAllowed(request, before)
      ? { Code: 'None' }
      : { Code: 'ConditionalCheckFailed', Item: marshalled(before) };
  });
  if (reasons.some(({ Code }) => Code !== 'None')) {
    throw new TransactionCanceledException({
      message: 'The transaction was cancelled',
      $metadata: {},
      CancellationReasons: reasons,
    });
  }
  for (const [kind, request] of all)
    items.set(
      keyText(request.Key ?? request.Item ?? {}),
      itemAfter(kind, request, items.get(keyText(request.Key ?? request.Item ?? {}))),
    );
};

const query = (request: Request, items: Items): Item[] => {
  const found = [...items.entries()]
    .filter(([, item]) => holds(request.KeyConditionExpression, item, referencesOf(request)))
    .map(([, item]) => item);
  const order = (item: Item) => ('ScanIndexForward' in request ? item.sk : (item.due_at ?? item.sk));
  const sorted = found.toSorted((a, b) => (String(order(a)) < String(order(b)) ? -1 : 1));
  return request.ScanIndexForward === false ? sorted.reverse() : sorted;
};

/** Executes a command of the document client as DynamoDB does. Pages are never full, and no transaction conflicts. */
export const execute = (command: string, request: Request, items: Items): object => {
  switch (command) {
    case 'GetCommand':
      return { Item: items.get(keyText(request.Key ?? {})) };
    case 'PutCommand':
      write('Put', request, items);
      return {};
    case 'DeleteCommand':
      write('Delete', request, items);
      return {};
    case 'UpdateCommand':
      return { Attributes: write('Update', request, items) };
    case 'TransactWriteCommand':
      transact(request.TransactItems ?? [], items);
      return {};
    case 'QueryCommand':
      return { Items: query(request, items) };
    case 'BatchGetCommand': {
      const [[name = '', { Keys = [] } = {}] = []] = Object.entries(request.RequestItems ?? {});
      return { Responses: { [name]: Keys.flatMap((key) => items.get(keyText(key)) ?? []) } };
    }
    default:
      throw new Error(`The model has no ${command}`);
  }
};
