import type { Scenario } from './explore.ts';
import { clients, type Request } from './programs.ts';

const submit = (request: Request): Scenario['clients'][string] => ({
  program: (setting) => clients.submit(setting, request),
});
const send = (
  request: Request,
  wait?: { readonly wantsResultOnly: boolean },
): Scenario['clients'][string] => ({
  program: (setting) => clients.send(setting, request, wait),
});
const cancel: Scenario['clients'][string] = {
  program: (setting, jobId) => clients.cancel(setting, jobId),
  needsJob: 'active',
};
const remove: Scenario['clients'][string] = {
  program: (setting, jobId) => clients.remove(setting, jobId),
  needsJob: 'ended',
};

const usual = (task: string) => ({ text: `result of ${task}` });

/** The histories that the model explores. */
export const scenarios = {
  plain: {
    title: 'a job of an uploaded file, with a webhook',
    isQuick: true,
    clients: { submit: submit({ steps: 1, webhook: true }) },
    engine: (task) => [usual(task), { refusal: 'empty_document' }],
    faults: 1,
  },
  worker: {
    title: 'a job whose workers fail three times',
    clients: { submit: submit({ steps: 1, webhook: true }) },
    faults: 1,
    manyFaults: 2,
    only: ['engine', 'killed', 'frozen', 'lost message'],
    to: ['job'],
  },
  scanned: {
    title: 'a job whose file is scanned for malware',
    clients: { submit: submit({ steps: 1, webhook: true }) },
    engine: (task) =>
      task === 'scan' ? [{ scan: 'clean' }, { scan: 'pending' }, { scan: 'infected' }] : [usual(task)],
    isScanned: true,
    faults: 1,
    manyFaults: 2,
    only: ['engine', 'lost message', 'duplicate', 'killed'],
    to: ['job'],
  },
  sent: {
    title: 'a call with its file that is sent twice with one idempotency key',
    clients: {
      first: send({ steps: 1, key: 'same' }),
      second: send({ steps: 1, key: 'same' }),
    },
    faults: 0,
    manyFaults: 2,
    only: ['refused', 'lost answer', 'killed'],
    to: ['client'],
  },
  memory: {
    title: 'a job that moves to a worker with more memory',
    clients: { submit: submit({ steps: 1 }) },
    engine: (task) => [{ refusal: 'out_of_memory' }, usual(task)],
    faults: 1,
  },
  lease: {
    title: 'a job whose worker is slow, and renews its lease',
    clients: { submit: submit({ steps: 1 }) },
    faults: 1,
    only: ['frozen'],
    ticks: 1,
  },
  cancelled: {
    title: 'a job that is cancelled at any time',
    isQuick: true,
    clients: { submit: submit({ steps: 1, webhook: true }), cancel },
    faults: 0,
    manyFaults: 1,
    only: ['killed', 'repeated'],
    to: ['client', 'job'],
  },
  thawed: {
    title: 'a job that is cancelled while its worker is frozen',
    clients: { submit: submit({ steps: 1 }), cancel },
    faults: 1,
    only: ['frozen'],
    to: ['job'],
  },
  deleted: {
    title: 'a job that is cancelled and deleted at any time',
    clients: { submit: submit({ steps: 1 }), cancel, remove },
    engine: (task) => [usual(task), { refusal: 'internal_error' }],
    faults: 0,
    manyFaults: 2,
    only: ['engine', 'killed'],
    to: ['job'],
  },
  steps: {
    title: 'a job of two steps',
    clients: { submit: submit({ steps: 2 }) },
    faults: 1,
  },
  parts: {
    title: 'a scan whose pages other calls recognize, and a page that fails',
    clients: { submit: submit({ steps: 1 }) },
    engine: (task) => {
      if (task.endsWith('plan')) return [{ pages: [1, 2] }];
      return task.endsWith('1,2') ? [usual(task), { refusal: 'empty_document' }] : [usual(task)];
    },
    faults: 1,
  },
  repeated: {
    title: 'a call that is sent twice with one idempotency key',
    isQuick: true,
    clients: { first: submit({ steps: 1, key: 'same' }), second: submit({ steps: 1, key: 'same' }) },
    faults: 0,
  },
  queued: {
    title: 'a job whose file is in the body of its request',
    clients: { send: send({ steps: 1 }) },
    faults: 1,
  },
  express: {
    title: 'a job that runs within its call',
    clients: { send: send({ steps: 1, webhook: true }, { wantsResultOnly: false }) },
    faults: 1,
  },
  withdrawn: {
    title: 'a job whose file cannot be stored while its worker runs',
    clients: { send: send({ steps: 1, webhook: true }, { wantsResultOnly: false }) },
    faults: 2,
    only: ['refused', 'lost answer'],
    to: ['client', 'invoked'],
  },
  stored: {
    title: 'a job of a call that accepts nothing but the result, which is a file',
    clients: { send: send({ steps: 1 }, { wantsResultOnly: true }) },
    engine: (task) => [{ ...usual(task), mimeType: 'application/pdf' }],
    faults: 1,
    only: ['killed', 'refused'],
  },
  returned: {
    title: 'a job of a call that accepts nothing but the result',
    clients: { send: send({ steps: 1 }, { wantsResultOnly: true }) },
    engine: (task) => [usual(task), { refusal: 'empty_document' }, { refusal: 'out_of_memory' }],
    faults: 1,
  },
} as const satisfies Record<string, Scenario>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;
