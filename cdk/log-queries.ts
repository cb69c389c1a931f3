import { Aws } from 'aws-cdk-lib';
import { type ILogGroup, QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** The logs that the queries read. */
type Logs = {
  readonly endpoints: readonly ILogGroup[];
  readonly workers: readonly ILogGroup[];
  readonly announceJob: ILogGroup;
  readonly deliverWebhook: ILogGroup;
};

type LogQuery = {
  readonly name: string;
  readonly logs: (logs: Logs) => readonly ILogGroup[];
  readonly filter: string;
  readonly stats?: string;
  readonly fields?: readonly string[];
  readonly sort: string;
};

/** A query reads at most 50 log groups. */
const maxLogGroups = 50;

/** The saved queries of Logs Insights, to which the runbook refers by their names. */
export const logQueries: readonly LogQuery[] = [
  {
    name: 'Jobs',
    logs: ({ announceJob }) => [announceJob],
    filter: 'message = "A job ended"',
    stats:
      'count(*) as jobs, count_distinct(accountId) as accounts, pct(JobWait, 90) as waitMs, pct(EngineTime, 90) as engineMs by Outcome, error, Pair, Engine, Worker',
    sort: 'jobs desc',
  },
  {
    name: 'One request',
    // Enter the id. Workers and webhooks first: more functions than a query can read.
    logs: ({ announceJob, deliverWebhook, workers, endpoints }) => [
      announceJob,
      deliverWebhook,
      ...workers,
      ...endpoints,
    ],
    fields: [
      '@timestamp',
      'service',
      'message',
      'outcome',
      'Outcome',
      'ms',
      'jobId',
      'accountId',
      'fault.name',
    ],
    filter: 'requestId = "X-REQUEST-ID"',
    sort: '@timestamp asc',
  },
  {
    name: 'Failed requests',
    logs: ({ endpoints }) => endpoints,
    filter: 'status >= 400 or ispresent(fault.name)',
    stats:
      'count(*) as calls, count_distinct(accountId) as accounts by route, outcome, fault.name, keyLastFour',
    sort: 'calls desc',
  },
  {
    name: 'Slow routes',
    logs: ({ endpoints }) => endpoints,
    filter: 'message = "A request was answered"',
    stats: 'count(*) as calls, pct(ms, 50) as p50, pct(ms, 99) as p99 by route',
    sort: 'p50 desc',
  },
  {
    name: 'Faults',
    logs: ({ workers }) => workers,
    filter: 'ispresent(fault.name)',
    stats: 'count(*) as faults by fault.name, fault.code, fault.engine, fault.cause.name, service',
    sort: 'faults desc',
  },
  {
    name: 'Webhooks',
    logs: ({ deliverWebhook }) => [deliverWebhook],
    filter: 'message = "A delivery was tried"',
    stats: 'count(*) as attempts, pct(ms, 90) as p90 by accountId, webhookId, outcome',
    sort: 'attempts desc',
  },
];

/** Saves the queries in the folder of the stack. They cost nothing until they run. */
export const createLogQueries = (scope: Construct, logs: Logs): void => {
  for (const { name, logs: logsOf, filter, stats, fields, sort } of logQueries)
    new QueryDefinition(scope, `Query${name.replaceAll(' ', '')}`, {
      queryDefinitionName: `${Aws.STACK_NAME}/${name}`,
      queryString: new QueryString({
        ...(fields === undefined ? {} : { fields: [...fields] }),
        filterStatements: [filter],
        ...(stats === undefined ? {} : { statsStatements: [stats] }),
        sort,
        limit: 100,
      }),
      logGroups: logsOf(logs).slice(0, maxLogGroups),
    });
};
