import { type RouteName, routeNames, routes } from '../../lib/api/routes.ts';
import { isRecord } from '../../lib/is-record.ts';
import { expectAnswer, textOf } from './call.ts';
import { authorize, type Check, finish, formOf, type Session, submit, upload } from './session.ts';

const document = 'A document to check DocForge.\n';

/** Calls a route without the ID token that it needs. Its error shows that the function starts. */
const withoutIdentity =
  (name: RouteName) =>
  async ({ call }: Session): Promise<void> => {
    const { method, path } = routes[name];
    const sent = method === 'POST' ? { json: {} } : {};
    expectAnswer(await call(method, path.replace('{id}', 'key_0'), sent), '401 invalid_identity');
  };

const reads =
  (path: string) =>
  async ({ call, token }: Session): Promise<void> => {
    expectAnswer(await call('GET', path, { token }), '200');
  };

const posts =
  (path: string, expected: string) =>
  async ({ call, token }: Session): Promise<void> => {
    expectAnswer(await call('POST', path, { token }), expected);
  };

/** Calls a route of the endpoint that an earlier check has added. */
const onWebhook =
  (method: string, path: string, expected: string) =>
  async ({ call, token, webhookId }: Session): Promise<void> => {
    expectAnswer(await call(method, `/webhooks/${webhookId}${path}`, { token }), expected);
  };

/** Uploads a file by the presigned form of `POST /uploads` and extracts its text. */
const createUpload = async (session: Session): Promise<void> => {
  const { call, token } = session;
  const created = expectAnswer(
    await call('POST', '/uploads', { token, json: { filename: 'check.txt', size_bytes: document.length } }),
    '201',
  );
  const { upload: form } = created.json;
  if (!isRecord(form) || !isRecord(form.fields) || typeof form.url !== 'string')
    throw new Error('the response has no form');
  const fields = Object.fromEntries(
    Object.entries(form.fields).map(([name, value]) => [name, String(value)]),
  );
  const sent = await fetch(form.url, { method: 'POST', body: formOf(document, fields) });
  if (!sent.ok)
    throw new Error(`the presigned form responded with ${sent.status}: ${(await sent.text()).slice(0, 200)}`);
  const fileId = textOf(created, 'file_id');
  await finish(session, await submit(session, '/extract', { file_id: fileId, format: 'text' }));
};

const steps: Readonly<Record<RouteName, Check['run']>> = {
  authorize: async (session) => {
    session.token = await authorize(session);
  },
  upload: async (session) => {
    session.fileId = await upload(session, document);
  },
  createUpload,
  convert: async (session) => {
    // Without `from`, the function has to read the file's format.
    session.jobId = await submit(session, '/convert', { file_id: session.fileId, to: 'html' });
  },
  extract: async (session) => {
    const jobId = await submit(session, '/extract', { file_id: session.fileId, format: 'text' });
    const { json } = await finish(session, jobId);
    const result = await fetch(String(json.output_url));
    const text = await result.text();
    if (!result.ok || text.trim() !== document.trim())
      throw new Error(`the result differs from the document: ${result.status} ${text.slice(0, 80)}`);
  },
  getJob: async (session) => {
    await finish(session, session.jobId);
  },
  getResult: async ({ call, token, jobId }) => {
    expectAnswer(await call('GET', `/job/${jobId}/result`, { token }), '303');
  },
  getFile: async ({ call, token, fileId }) => {
    expectAnswer(await call('GET', `/file/${fileId}`, { token }), '200');
  },
  listFiles: reads('/files'),
  deleteFile: async (session) => {
    const fileId = await upload(session, document);
    expectAnswer(await session.call('DELETE', `/file/${fileId}`, { token: session.token }), '204');
  },
  deleteJob: async (session) => {
    const jobId = await submit(session, '/extract', { file_id: session.fileId, format: 'text' });
    await finish(session, jobId);
    expectAnswer(await session.call('DELETE', `/job/${jobId}`, { token: session.token }), '204');
  },
  getFormats: reads('/formats'),
  getUsage: reads('/usage'),
  listJobs: reads('/jobs'),
  cancelJob: async ({ call, token, jobId }) => {
    expectAnswer(await call('POST', `/job/${jobId}/cancel`, { token }), '409 job_not_active');
  },
  createWebhook: async (session) => {
    const { call, token } = session;
    // A name that never resolves (RFC 2606), so that nobody receives anything.
    const json = { url: 'https://docforge-check.invalid/' };
    session.webhookId = textOf(
      expectAnswer(await call('POST', '/webhooks', { token, json }), '201'),
      'webhook_id',
    );
  },
  listWebhooks: reads('/webhooks'),
  getWebhook: onWebhook('GET', '', '200'),
  updateWebhook: async ({ call, token, webhookId }) => {
    const json = { events: ['job.failed'] };
    expectAnswer(await call('PATCH', `/webhooks/${webhookId}`, { token, json }), '200');
  },
  rotateAccountSecret: posts('/webhooks/secret', '201'),
  rotateWebhookSecret: onWebhook('POST', '/rotate', '200'),
  enableWebhook: onWebhook('POST', '/enable', '200'),
  testWebhook: onWebhook('POST', '/test', '202'),
  listDeliveries: onWebhook('GET', '/deliveries', '200'),
  resendDelivery: onWebhook('POST', '/deliveries/msg_0/resend', '404 delivery_not_found'),
  deleteWebhook: onWebhook('DELETE', '', '204'),
  getDashboardConfig: reads('/account/config'),
  openSession: withoutIdentity('openSession'),
  closeSession: withoutIdentity('closeSession'),
  listKeys: withoutIdentity('listKeys'),
  createKey: withoutIdentity('createKey'),
  revokeKey: withoutIdentity('revokeKey'),
  getUsageHistory: withoutIdentity('getUsageHistory'),
  runOperatorCommand: withoutIdentity('runOperatorCommand'),
  openCheckout: withoutIdentity('openCheckout'),
  openBillingPortal: withoutIdentity('openBillingPortal'),
  receiveBillingEvent: async ({ call }) => {
    const answer = await call('POST', '/billing/webhook', { json: {} });
    // Depends on whether the deployment accepts payments.
    expectAnswer(answer, answer.status === 409 ? '409 billing_not_offered' : '401 invalid_signature');
  },
  trySample: async ({ call }) => {
    expectAnswer(await call('POST', '/try', { json: { sample: 'letter', format: 'markdown' } }), '200');
  },
  getIndex: reads('/'),
  health: reads('/health'),
  getOpenApi: reads('/openapi.json'),
  // CloudFront redirects to the page with a slash itself; the API redirects to CloudFront.
  getDocs: async ({ call }) => {
    const answer = await call('GET', '/docs');
    return expectAnswer(answer, answer.status === 301 ? '301' : '302');
  },
  getDocumentSchema: reads('/schemas/document-1.json'),
};

/** Checks every route, in the order of their dependencies, and the dashboard's page. */
export const routeChecks: readonly Check[] = [
  ...routeNames.map((name) => ({ name: `${routes[name].method} ${routes[name].path}`, run: steps[name] })),
  {
    name: 'the dashboard',
    run: async ({ deployment }) => {
      const page = await fetch(deployment.outputs.DashboardUrl ?? '');
      if (!page.ok || !(await page.text()).includes('<script'))
        throw new Error(`the page responded with ${page.status}`);
    },
  },
];
