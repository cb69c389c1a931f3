import { describe, expect, it } from 'vitest';
import type { Route } from '../../lib/api/route.ts';
import { routes } from '../../lib/api/routes.ts';
import { policiesOf } from './check/template.ts';
import {
  functionId,
  isDeployment,
  type Json,
  nameOf,
  only,
  pascal,
  template,
  useWholeStack,
} from './whole-stack.ts';

const statementsOf = (construct: string): Json[] => {
  const role = nameOf(template.Resources[functionId(construct)]?.Properties.Role);
  return policiesOf(template)
    .filter(([, { Roles }]) => Roles.some((each: Json) => nameOf(each) === role))
    .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
};

const list = (value: Json): Json[] => (Array.isArray(value) ? value : [value]);

/** The permissions of a statement as text: actions and resources. */
const allowed = (statement: Json): string[] => {
  const leading = Object.values<Json>(statement.Condition ?? {}).flatMap((each) =>
    Array.isArray(each['dynamodb:LeadingKeys']) ? each['dynamodb:LeadingKeys'] : [],
  );
  const path = (resource: Json): string =>
    typeof resource === 'string'
      ? resource
      : [nameOf(resource), ...list(resource['Fn::Join']?.[1] ?? []).map((each) => nameOf(each) || each)].join(
          '',
        );
  return list(statement.Action).flatMap((action: string) =>
    leading.length > 0
      ? leading.map((key: string) => `${action} ${key}`)
      : list(statement.Resource).map((resource) => `${action} ${path(resource)}`),
  );
};

/** The stream contains items of every partition, so nothing but the function that is granted it limits what it reads. */
const readsStream = (action: string): boolean =>
  /^dynamodb:(\w+Streams?|GetRecords|GetShardIterator)$/.test(action);

useWholeStack();

describe('permissions', () => {
  const statements = (): Json[] =>
    policiesOf(template).flatMap(([id, { PolicyDocument }]) =>
      isDeployment(id) ? [] : PolicyDocument.Statement,
    );

  it('never include all actions or all resources', () => {
    expect(statements().length).toBeGreaterThan(10);
    for (const { Action, Resource, Effect } of statements()) {
      expect(Effect).toBe('Allow');
      for (const action of list(Action)) expect(action).not.toContain('*');
      expect(list(Resource)).not.toContain('*');
    }
  });

  it('are limited to partitions of the table wherever items are accessed', () => {
    const touching = statements().filter(({ Action }) =>
      list(Action).some((action) => action.startsWith('dynamodb:') && !readsStream(action)),
    );

    expect(touching.length).toBeGreaterThan(10);
    for (const { Condition } of touching) {
      const patterns = Object.entries<Json>(Condition).find(([operator]) =>
        operator.startsWith('ForAllValues:'),
      );
      expect(patterns?.[1]['dynamodb:LeadingKeys'].length).toBeGreaterThan(0);
      expect(patterns?.[1]['dynamodb:LeadingKeys']).not.toContain('*');
    }
  });

  it('deny a request without keys, for which ForAllValues would be true', () => {
    const conditions = statements()
      .filter(({ Action }) =>
        list(Action).some((action) => /^dynamodb:(?!Query)/.test(action) && !readsStream(action)),
      )
      .map(({ Condition }) => Condition.Null);

    for (const condition of conditions) expect(condition).toEqual({ 'dynamodb:LeadingKeys': 'false' });
  });

  it('let only announce-job read the stream of the table', () => {
    const readers = policiesOf(template).filter(([, { PolicyDocument }]) =>
      PolicyDocument.Statement.some(({ Action }: Json) => list(Action).some(readsStream)),
    );

    expect(new Set(readers.map(([id]) => id.replace(/Role\w+$/, '')))).toEqual(new Set(['AnnounceJob']));
  });

  it('let get-job read jobs, count its caller and sign results', () => {
    const [bucket] = only('AWS::S3::Bucket');
    const log = nameOf(template.Resources[functionId('GetJob')].Properties.LoggingConfig.LogGroup);

    expect(statementsOf('GetJob').flatMap(allowed).toSorted()).toEqual([
      'dynamodb:GetItem ACCOUNT#*#ACCOUNT',
      'dynamodb:GetItem ACCOUNT#*#JOBS',
      'dynamodb:PutItem ACCOUNT#*#LIMITS',
      'dynamodb:UpdateItem ACCOUNT#*#LIMITS',
      'dynamodb:UpdateItem RATE#*',
      'dynamodb:UpdateItem TOKEN#*',
      `logs:CreateLogStream ${log}`,
      `logs:PutLogEvents ${log}`,
      `s3:GetObject ${bucket}/accounts/*/results/*`,
    ]);
  });

  it('let the function of unknown paths count addresses, and nothing else', () => {
    const log = nameOf(template.Resources[functionId('AnswerUnrouted')].Properties.LoggingConfig.LogGroup);

    expect(statementsOf('AnswerUnrouted').flatMap(allowed).toSorted()).toEqual([
      'dynamodb:UpdateItem RATE#*',
      `logs:CreateLogStream ${log}`,
      `logs:PutLogEvents ${log}`,
    ]);
  });

  /** What each function may do with keys, their hashes and tokens, besides counting; nothing where it is not named. */
  const touchesKeys: Readonly<Record<string, readonly string[]>> = {
    authorize: ['DeleteItem TOKEN#*', 'GetItem KEYHASH#*', 'PutItem TOKEN#*', 'UpdateItem ACCOUNT#*#KEYS'],
    openSession: ['DeleteItem TOKEN#*', 'PutItem TOKEN#*', 'UpdateItem ACCOUNT#*#KEYS'],
    closeSession: ['DeleteItem ACCOUNT#*#KEYS', 'DeleteItem TOKEN#*', 'GetItem ACCOUNT#*#KEYS'],
    listKeys: ['Query ACCOUNT#*#KEYS'],
    createKey: ['PutItem ACCOUNT#*#KEYS', 'PutItem KEYHASH#*'],
    revokeKey: [
      'DeleteItem KEYHASH#*',
      'DeleteItem TOKEN#*',
      'GetItem ACCOUNT#*#KEYS',
      'UpdateItem ACCOUNT#*#KEYS',
    ],
    // To suspend and delete accounts. It creates no keys and tokens.
    runOperatorCommand: [
      'DeleteItem ACCOUNT#*#KEYS',
      'DeleteItem KEYHASH#*',
      'DeleteItem TOKEN#*',
      'GetItem ACCOUNT#*#KEYS',
      'Query ACCOUNT#*#KEYS',
      'UpdateItem ACCOUNT#*#KEYS',
    ],
  };

  it.each(Object.keys(routes))('let %s access only the keys and tokens it must', (name) => {
    const found = statementsOf(pascal(name))
      .flatMap(allowed)
      .filter((each) => /KEYHASH|#KEYS|TOKEN/.test(each) && each !== 'dynamodb:UpdateItem TOKEN#*');

    expect(found.toSorted()).toEqual((touchesKeys[name] ?? []).map((each) => `dynamodb:${each}`));
  });

  const counts: Readonly<Record<string, readonly string[]>> = {
    token: ['dynamodb:UpdateItem RATE#*', 'dynamodb:UpdateItem TOKEN#*'],
    user: ['dynamodb:UpdateItem RATE#*'],
  };

  it.each(Object.entries<Route>(routes).filter(([, { access }]) => access !== 'anyone'))(
    'let %s count its callers only',
    (name, { access }) => {
      const found = statementsOf(pascal(name)).flatMap(allowed);

      expect(found.filter((each) => /UpdateItem (RATE|TOKEN)/.test(each)).toSorted()).toEqual(counts[access]);
    },
  );

  it.each(Object.entries<Route>(routes))('let %s identify signed-in users if it must', (name, { access }) => {
    const found = statementsOf(pascal(name)).flatMap(allowed);

    const expected = access !== 'user' ? [] : ['dynamodb:GetItem IDENTITY#*'];
    const changes = {
      openSession: ['dynamodb:ConditionCheckItem IDENTITY#*', 'dynamodb:PutItem IDENTITY#*'],
      closeSession: ['dynamodb:UpdateItem IDENTITY#*'],
      runOperatorCommand: [
        'dynamodb:DeleteItem IDENTITY#*',
        'dynamodb:PutItem IDENTITY#*',
        'dynamodb:UpdateItem IDENTITY#*',
      ],
    };
    const further = Object.entries(changes).flatMap(([each, actions]) => (each === name ? actions : []));
    expect(found.filter((each) => each.includes('IDENTITY')).toSorted()).toEqual(
      [...expected, ...further].toSorted(),
    );
  });
});
