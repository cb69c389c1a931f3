import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { logQueries } from '../../cdk/log-queries.ts';
import { runbook } from '../../cdk/runbook.ts';
import { measures } from '../../lib/measures.ts';
import { type Json, resourcesOf } from './check/template.ts';
import { severalSettings } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

let plain: Json;
let full: Json;

beforeAll(() => {
  plain = synthesizeStack();
  full = synthesizeStack(severalSettings);
}, 120_000);

/** The text of a property, without what its references refer to. */
const textOf = (value: Json): string =>
  typeof value === 'string'
    ? value
    : value['Fn::Join'][1].filter((part: Json) => typeof part === 'string').join('STACK');

it('the dashboard shows each alarm and each metric of the service', () => {
  const [[, { DashboardBody }] = []] = resourcesOf(plain, 'AWS::CloudWatch::Dashboard');
  const body = textOf(DashboardBody);

  const shown = Object.keys(measures).filter(
    (name) => body.includes(`\\"${name}\\"`) || body.includes(`"${name}"`),
  );
  expect(shown).toEqual(Object.keys(measures).filter((name) => name !== 'Incidents'));
  const alarms = JSON.stringify(DashboardBody).match(
    /AlarmsJobsFailing|AlarmsReconcilerMissing|AlarmsApiSlow/g,
  );
  expect(new Set(alarms).size).toBe(3);
});

it('the runbook refers to saved queries that exist', () => {
  const saved = resourcesOf(plain, 'AWS::Logs::QueryDefinition');
  const named = Object.values(runbook).flatMap(({ action }) =>
    [...action.matchAll(/quer(?:y|ies) `([^`]+)`/g)].map(([, name]) => name),
  );

  expect(saved.map(([, { Name }]) => textOf(Name).replace(/^.*\//, ''))).toEqual(
    logQueries.map(({ name }) => name),
  );
  expect(logQueries.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  for (const [, { LogGroupNames }] of saved) expect(LogGroupNames.length).toBeLessThanOrEqual(50);
});

it('queries read fields that log lines have', () => {
  const documented = readFileSync('docs/operating.md', 'utf8');
  const fields = logQueries
    .flatMap(
      ({ filter, stats = '' }) => `${filter} ${stats}`.match(/\b(?:[a-z]+[A-Z]\w+|[A-Z][a-z]\w+)\b/g) ?? [],
    )
    .filter((field) => !['waitMs', 'engineMs', 'webhookId'].includes(field));

  for (const field of fields.filter((each) => !/^A|^X/.test(each)))
    expect(documented).toContain(`\`${field}\``);
});

it('compares the bill with a budget, and records traces, only if the operator says so', () => {
  const [[, budget] = []] = resourcesOf(full, 'AWS::Budgets::Budget');
  const traced = (template: Json): number =>
    resourcesOf(template, 'AWS::Lambda::Function').filter(
      ([, { TracingConfig }]) => TracingConfig?.Mode === 'Active',
    ).length;

  expect(budget.Budget.BudgetLimit).toEqual({ Amount: 100, Unit: 'USD' });
  expect(resourcesOf(plain, 'AWS::Budgets::Budget')).toEqual([]);
  expect(traced(plain)).toBe(0);
  expect(traced(full)).toBeGreaterThan(40);
  expect(resourcesOf(full, 'AWS::ApiGateway::Stage').map(([, { TracingEnabled }]) => TracingEnabled)).toEqual(
    [true],
  );
});
