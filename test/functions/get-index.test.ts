import { expect, test, vi } from 'vitest';
import { call, useApi } from './use-api.ts';

useApi();

test('lists where to look, without a token', async () => {
  const { status, json } = await call('get-index', {
    token: undefined,
    headers: { 'X-Forwarded-Proto': 'https' },
  });

  expect(status).toBe(200);
  expect(json).toEqual({
    name: 'DocForge',
    version: '1',
    docs: 'https://docforge.example/docs/',
    openapi: expect.stringMatching(/\/v1\/openapi\.json$/),
    dashboard: 'https://docforge.example/dashboard/',
    health: expect.stringMatching(/\/v1\/health$/),
    formats: expect.stringMatching(/\/v1\/formats$/),
  });
});

test('lists no dashboard if the deployment has none', async () => {
  vi.stubEnv('DASHBOARD_URL', 'https://api.docforge.example/v1/');
  vi.resetModules();

  const { json } = await call('get-index', { token: undefined });

  expect(Object.keys(json)).toEqual(['name', 'version', 'docs', 'openapi', 'health', 'formats']);
});
