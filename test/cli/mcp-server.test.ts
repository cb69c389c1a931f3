import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, it } from 'vitest';
import { openRoots } from '../../cli/mcp/roots.ts';
import { createMcpServer } from '../../cli/mcp/server.ts';
import type { Backend, FormatRow } from '../../cli/task.ts';
import { DocForgeError } from '../../client/errors.ts';
import { formatsTable } from '../../lib/conversions/routing/formats-table.ts';
import { itLong } from '../support/long-run.ts';

/** A client of a server whose conversions are `run`. */
const connect = async (run: Backend['run'], rows: readonly FormatRow[] = []): Promise<Client> => {
  const formats = async (from: string | undefined) => rows.filter((row) => row.from === from);
  const backend: Backend = { maxParallel: 1, run, formats, jobs: async () => [] };
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
    expect.stringMatching(/^from: unknown format "docs"\. Formats: pdf, text, .*, zip\.$/),
  ],
  [
    'file_url: 10.0.0.1 is not on the public internet. Upload the file instead and send its file_id.',
    'url: 10.0.0.1 is not on the public internet. Download the file and pass its path.',
  ],
  [
    'file_ids: text files cannot be combined into one pdf. Send one file, or choose a target with several_files. GET /formats lists them.',
    'text files cannot be combined into one pdf. Convert each file separately.',
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

itLong('lists the options of every pair in less than 4 KB', async () => {
  const rows = formatsTable();
  const client = await connect(async () => result, rows);
  const pairs = [...new Map(rows.map(({ from, to }) => [`${from} ${to}`, { from, to }])).values()];

  const sizes = await Promise.all(
    pairs.map(async (pair) => {
      const { structuredContent } = await client.callTool({ name: 'formats', arguments: pair });
      return Buffer.byteLength(JSON.stringify(structuredContent));
    }),
  );

  expect(Math.min(...sizes)).toBeGreaterThan(40);
  expect(Math.max(...sizes)).toBeLessThan(4096);
});
