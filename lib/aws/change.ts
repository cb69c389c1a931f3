import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item, ItemKey } from './table.ts';

/** The condition of a write, and the values of its placeholders by their names without the colon. */
export type Guard = { readonly when?: string | undefined; readonly values?: Item | undefined };

/**
 * A change of one item. Its expressions refer to `values`, and to those in `set`, as `:name`, and to the attributes in `names` as
 * `#alias`, which reserved names require.
 */
export type Change = Guard & {
  readonly key: ItemKey;
  /** The attributes to assign. One whose value is undefined stays as it is. */
  readonly set?: Item;
  /** Further clauses of SET, such as counters. */
  readonly clauses?: string | undefined;
  readonly remove?: readonly string[];
  /** Other actions than SET and REMOVE. */
  readonly actions?: string;
  readonly names?: Readonly<Record<string, string>>;
};

/** Values by the placeholders of an expression; undefined if there are none, because DynamoDB refuses an empty list. */
export const placeholders = (values: Item = {}) => {
  const given = Object.entries(values).map(([name, value]) => [`:${name}`, value]);
  return given.length === 0 ? undefined : Object.fromEntries(given);
};

/** The members of a request that contain a condition. */
export const guardInput = ({ when, values }: Guard) => ({
  ConditionExpression: when,
  ExpressionAttributeValues: placeholders(values),
});

/** The members of a request that contain a change. */
export const changeInput = ({
  key,
  set = {},
  clauses,
  remove = [],
  actions,
  names = {},
  when,
  values,
}: Change) => {
  const assigned = Object.entries(set).filter(([, value]) => value !== undefined);
  const sets = [
    ...assigned.map(([name]) => `#${name} = :${name}`),
    ...(clauses === undefined ? [] : [clauses]),
  ];
  const aliases = [
    ...[...assigned.map(([name]) => name), ...remove].map((name) => [`#${name}`, name]),
    ...Object.entries(names).map(([alias, name]) => [`#${alias}`, name]),
  ];
  return {
    Key: key,
    UpdateExpression: [
      ...(sets.length === 0 ? [] : [`SET ${sets.join(', ')}`]),
      ...(remove.length === 0 ? [] : [`REMOVE ${remove.map((name) => `#${name}`).join(', ')}`]),
      ...(actions === undefined ? [] : [actions]),
    ].join(' '),
    ExpressionAttributeNames: aliases.length === 0 ? undefined : Object.fromEntries(aliases),
    ...guardInput({ when, values: { ...Object.fromEntries(assigned), ...values } }),
  } satisfies Partial<UpdateCommandInput>;
};
