import { isThrottled } from '../function-host/concurrency.ts';
import type { Outcome } from '../function-host/host.ts';
import type { JsonRecord } from '../template/json.ts';
import type { MetricStore } from './metric-store.ts';
import { readEmf } from './read-emf.ts';

/** Records what AWS's own metrics count, and the metrics in the log lines of functions. */
export type Observer = {
  /** A JSON line of a function's log. */
  logLine(line: JsonRecord): void;
  invocation(functionName: string, outcome: Outcome, milliseconds: number): void;
  /** The age of the oldest record of a batch from a stream. */
  streamBatch(functionName: string, ageMilliseconds: number): void;
  request(status: number, milliseconds: number): void;
  messages(queueName: string, kind: 'sent' | 'received', count: number): void;
  queue(queueName: string, visible: number, oldestSeconds: number): void;
  /** A call that the table refused because it is throttled. */
  throttle(tableName: string, isWrite: boolean): void;
};

const trafficNames = { sent: 'NumberOfMessagesSent', received: 'NumberOfMessagesReceived' } as const;

/** Creates the observer of a stack. */
export function createObserver(store: MetricStore, stackName: () => string): Observer {
  const count =
    (namespace: string, dimension: Readonly<Record<string, string>>) =>
    (name: string, value = 1) =>
      store.record({ namespace, name, dimensions: dimension }, value);
  return {
    logLine: (line) => {
      for (const { metric, value } of readEmf(line)) store.record(metric, value);
    },
    invocation: (FunctionName, outcome, milliseconds) => {
      const record = count('AWS/Lambda', { FunctionName });
      // Lambda counts a throttled invocation only as such.
      if (!outcome.ok && isThrottled(outcome)) return record('Throttles');
      record('Throttles', 0);
      record('Invocations');
      record('Errors', outcome.ok ? 0 : 1);
      record('Duration', milliseconds);
    },
    streamBatch: (FunctionName, age) => count('AWS/Lambda', { FunctionName })('IteratorAge', age),
    request: (status, milliseconds) => {
      const record = count('AWS/ApiGateway', { ApiName: stackName() });
      record('Count');
      record('4XXError', status >= 400 && status < 500 ? 1 : 0);
      record('5XXError', status >= 500 ? 1 : 0);
      record('Latency', milliseconds);
    },
    messages: (QueueName, kind, number) => count('AWS/SQS', { QueueName })(trafficNames[kind], number),
    queue: (QueueName, visible, oldestSeconds) => {
      const record = count('AWS/SQS', { QueueName });
      record('ApproximateNumberOfMessagesVisible', visible);
      record('ApproximateAgeOfOldestMessage', oldestSeconds);
    },
    throttle: (TableName, isWrite) =>
      count('AWS/DynamoDB', { TableName })(isWrite ? 'WriteThrottleEvents' : 'ReadThrottleEvents'),
  };
}
