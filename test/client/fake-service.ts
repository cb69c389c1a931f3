import { DocForge, type DocForgeSettings } from '../../client/docforge.ts';
import type { Job } from '../../client/types.ts';

/** A request that the client sent. */
type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
};

type Reply = Response | Error | (() => Promise<Response>);

/** A response with a JSON body. */
export const reply = (status: number, body?: unknown, headers: Record<string, string> = {}): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers });

/** A job in the contract's form. */
export const jobOf = (fields: Partial<Job> = {}): Job => ({
  job_id: 'job_1',
  type: 'conversion',
  status: 'complete',
  file_id: 'file_1',
  filename: 'a.txt',
  from: 'text',
  to: 'pdf',
  progress: null,
  created_at: '2026-11-20T09:12:00.000Z',
  started_at: null,
  completed_at: null,
  expires_at: null,
  output_url: 'https://storage.test/result',
  output: { filename: 'a.pdf', mime_type: 'application/pdf', size_bytes: 4, sha256: '0' },
  report: null,
  error: null,
  attempts: 1,
  ...fields,
});

const defaults: Readonly<Record<string, () => Response>> = {
  'POST /upload': () => reply(201, { file_id: 'file_1' }),
  'POST /convert': () => reply(202, { job_id: 'job_1', status: 'queued' }),
  'POST /extract': () => reply(202, { job_id: 'job_1', status: 'queued' }),
  'GET /job/job_1': () => reply(200, jobOf()),
  'POST /job/job_1/cancel': () => reply(200, jobOf({ status: 'cancelled' })),
  'GET /result': () => new Response('done'),
};

/** A client of a service that returns `replies` by method and path, in order, and then a success. */
export const fakeService = (
  replies: Readonly<Record<string, readonly Reply[]>> = {},
  settings: Partial<DocForgeSettings> = {},
) => {
  const sent: Sent[] = [];
  const slept: number[] = [];
  let now = 0;
  let tokens = 0;
  const queues = new Map(Object.entries(replies).map(([route, list]) => [route, [...list]]));
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(address);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    sent.push({
      method,
      path: address.replace(/^https:\/\/[^/]+/, ''),
      headers: new Headers(init.headers),
      body,
    });
    init.signal?.throwIfAborted();
    const next = queues.get(`${method} ${pathname}`)?.shift();
    if (next instanceof Error) throw next;
    if (typeof next === 'function') return next();
    if (next !== undefined) return next;
    if (pathname === '/authorize') {
      tokens += 1;
      return reply(200, { access_token: `token-${tokens}`, token_type: 'bearer', expires_in: 3600 });
    }
    return (
      defaults[`${method} ${pathname}`]?.() ?? reply(404, { error: 'not_found', message: 'No such endpoint' })
    );
  };
  const clock = {
    now: () => now,
    sleep: async (milliseconds: number, signal: AbortSignal | undefined) => {
      signal?.throwIfAborted();
      slept.push(milliseconds);
      now += milliseconds;
    },
    random: () => 0,
  };
  const docforge = new DocForge(
    { apiKey: 'df_live_test', baseUrl: 'https://api.test/', fetch, ...settings } as DocForgeSettings,
    clock,
  );
  return {
    docforge,
    sent,
    slept,
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
    /** The requests to a path, without its query. */
    to: (path: string) => sent.filter((request) => request.path.split('?')[0] === path),
  };
};
