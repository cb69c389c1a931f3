import type { IncomingMessage } from 'node:http';
import type { Answer } from '../gateway/answer.ts';
import { readBody } from '../gateway/body.ts';
import { endAnswer } from '../gateway/end-answer.ts';
import { type Gateway, listenGateway } from '../gateway/server.ts';
import type { Template } from '../template/load.ts';
import type { LocalScope } from '../template/local-values.ts';
import { readAlarms, watchAlarms } from './alarms.ts';
import { getMetricData, getMetricDataTarget } from './metric-data.ts';
import type { MetricStore } from './metric-store.ts';
import { prometheusText } from './prometheus.ts';
import { contentSecurityPolicy, renderWatchPage } from './watch-page.ts';

/** How often alarms are evaluated. */
const evaluateMilliseconds = 10_000;

const answerOf = (statusCode: number, type: string, text: string): Answer => ({
  statusCode,
  headers: new Map([
    ['content-type', [`${type}; charset=utf-8`]],
    ['content-security-policy', [contentSecurityPolicy]],
    ['cache-control', ['no-store']],
    ['x-content-type-options', ['nosniff']],
    ['referrer-policy', ['no-referrer']],
  ]),
  body: Buffer.from(text),
});

const maxQueryBytes = 100_000;

const answerMetricData = async (store: MetricStore, request: IncomingMessage): Promise<Answer> => {
  const body = await readBody(request, maxQueryBytes);
  if (!Buffer.isBuffer(body)) return answerOf(413, 'text/plain', 'Too large\n');
  return answerOf(200, 'application/json', JSON.stringify(getMetricData(store, JSON.parse(body.toString()))));
};

/** Listens on the port, or on a free one if that is in use: nobody configured it. */
const listen = async (port: number, address: string | undefined): Promise<Gateway> => {
  try {
    return await listenGateway(port, { address });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    return listenGateway(0, { address });
  }
};

/**
 * Serves the metrics and alarms of a stack: `/` as a page and, to a POST, as CloudWatch's GetMetricData does, `/metrics` for Prometheus,
 * `/alarms` as JSON. They show how much the service
 * works and nothing of its users.
 */
export async function serveWatching(
  store: MetricStore,
  template: Template,
  scope: LocalScope,
  { port, address }: { readonly port: number; readonly address?: string | undefined },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const gateway = await listen(port, address);
  const alarmsAt = watchAlarms(readAlarms(template, scope), store, Date.now());
  // Alarms know since when they have a state, also if nobody looks.
  const timer = setInterval(() => alarmsAt(Date.now()), evaluateMilliseconds);
  gateway.serve(async (request, response, { path, method }) => {
    if (method === 'POST' && request.headers['x-amz-target'] === getMetricDataTarget)
      return endAnswer(request, response, await answerMetricData(store, request));
    const now = Date.now();
    const alarms = alarmsAt(now);
    const pages: Readonly<Record<string, () => Answer>> = {
      '/': () => answerOf(200, 'text/html', renderWatchPage(template.stackName, store, alarms, now)),
      '/metrics': () => answerOf(200, 'text/plain; version=0.0.4', prometheusText(store, alarms)),
      '/alarms': () =>
        answerOf(
          200,
          'application/json',
          JSON.stringify(
            alarms.map(({ name, state, since, value, description }) => ({
              name,
              state,
              since,
              value,
              description,
            })),
          ),
        ),
    };
    endAnswer(request, response, pages[path]?.() ?? answerOf(404, 'text/plain', 'Not found\n'));
  });
  return {
    url: gateway.baseUrl,
    close: async () => {
      clearInterval(timer);
      await gateway.close();
    },
  };
}
