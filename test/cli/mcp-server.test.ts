import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, it } from 'vitest';
import { openRoots } from '../../cli/mcp/roots.ts';
import { createMcpServer } from '../../cli/mcp/server.ts';
import type { Backend } from '../../cli/task.ts';
import { DocForgeError } from '../../client/errors.ts';

/** A client of a server whose conversions are `run`. */
const connect = async (run: Backend['run']): Promise<Client> => {
  const backend: Backend = { maxParallel: 1, run, formats: async () => [], jobs: async () => [] };
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createMcpServer(backend, await openRoots([import.meta.dirname])).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
  return client;
};

const convert = { name: 'convert', arguments: { path: 'mcp-server.test.ts', to: 'pdf' } };

const result = {
  extension: 'pdf',
  mimeType: 'application/pdf',
  pages: 3,
  warnings: [],
  jobId: undefined,
  kept: [],
  read: async () => Buffer.from('%PDF-1.7'),
};

it('reports progress that increases, and a result that fits the schema of the tool', async () => {
  const client = await connect(async (_task, { onProgress }) => {
    for (const done of [1, 1, 2, 3]) onProgress?.({ done, total: 3, unit: 'pages' });
    return result;
  });
  const reported: unknown[] = [];
  // The client checks results of the tools that it has listed.
  await client.listTools();

  const { isError, structuredContent } = await client.callTool(convert, undefined, {
    onprogress: (progress) => reported.push(progress),
  });

  expect(reported).toEqual(
    [1, 2, 3].map((progress) => ({ progress, total: 3, message: `${progress} of 3 pages` })),
  );
  expect([isError, structuredContent]).toEqual([
    undefined,
    {
      name: 'mcp-server.test.pdf',
      mime_type: 'application/pdf',
      size_bytes: 8,
      pages: 3,
      warnings: [],
      uri: expect.stringMatching(/^docforge:\/\/result\//),
    },
  ]);
});

it('passes a cancelled call on to the conversion', async () => {
  const cancelled = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const client = await connect(async (_task, { signal }) => {
    signal?.addEventListener('abort', () => cancelled.resolve());
    started.resolve();
    await cancelled.promise;
    throw new Error('cancelled');
  });
  const controller = new AbortController();
  const call = client.callTool(convert, undefined, { signal: controller.signal });
  await started.promise;

  controller.abort(new Error('No longer needed'));

  await expect(call).rejects.toThrow('No longer needed');
  await cancelled.promise;
});

it.each([
  [
    'from: unknown format "docs". GET /formats lists all formats.',
    'from: unknown format "docs". The tool formats lists all formats.',
  ],
  [
    'file_url: 10.0.0.1 is not on the public internet. Upload the file instead and send its file_id.',
    'url: 10.0.0.1 is not on the public internet. Download the file and pass its path.',
  ],
  ['options.toc: must be true or false, not 1.', 'options.toc: must be true or false, not 1.'],
])('states an error of the service for users of the tools: %s', async (message, text) => {
  const client = await connect(async () => {
    throw new DocForgeError('invalid_request', message);
  });

  expect(await client.callTool(convert)).toMatchObject({
    isError: true,
    content: [{ type: 'text', text }],
  });
});
