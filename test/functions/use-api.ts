import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import type { PlanName } from '../../lib/plans.ts';
import { callFunction, filePart, type TestAnswer, type TestRequest } from '../support/api-event.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

export let service: TestService;
export let tenant: TestTenant;
export let token: string;

/** The function in a file of this name. Its first import reads the environment of the service. */
export const functionOf = async (name: string): Promise<ApiFunction> =>
  (await import(`../../functions/api/${name}.ts`)).handler;

/** Calls a function with a token of the tenant. */
export const call = async (name: string, request: TestRequest = {}): Promise<TestAnswer> =>
  callFunction(await functionOf(name), { token, ...request });

export const uploadFile = async (content = 'Some text.', filename = 'a.txt'): Promise<string> =>
  (await call('upload', { method: 'POST', ...filePart(content, filename) })).json.file_id;

/** A form with text fields and a file. */
export const inForm = (fields: Readonly<Record<string, string>>, content = 'Some text.'): TestRequest => {
  const texts = Object.entries(fields).map(
    ([name, text]) => `--of-the-test\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const part = filePart(content);
  return { ...part, body: Buffer.concat([Buffer.from(texts.join('')), part.body ?? Buffer.alloc(0)]) };
};

/** Starts the service, and gives each test a new tenant with a token. */
export const useApi = (plan?: PlanName): void => {
  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    tenant = await createTenant(service.table, plan);
    token = await tenant.newToken();
  });
  afterAll(() => service.close());
};
