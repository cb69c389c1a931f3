import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { itLong } from '../support/long-run.ts';
import { ownAddressOptions } from '../support/own-address.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { commandPath } from '../support/run-command.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');
let folder = '';
let root = '';
const clients: Client[] = [];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'docforge-mcp-')));
  root = join(folder, 'root');
  await mkdir(join(root, 'sub'), { recursive: true });
  await mkdir(join(folder, 'root-of-another'));
  await writeFile(join(folder, 'secret.txt'), 'Secret');
  await writeFile(join(folder, 'root-of-another', 'secret.txt'), 'Secret');
  await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'));
  await symlink(folder, join(root, 'up'));
  await writeFile(join(root, 'two.pdf'), simplePdf(['Page one', 'Page two']));
  await writeFile(join(root, 'sub', 'note.html'), '<h1>Note</h1><p>Text</p>');
  await writeFile(join(root, 'long.txt'), 'A line of a long text.\n'.repeat(2000));
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Connects to `docforge mcp` as a program with a client of the protocol does. */
const connect = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [commandPath, 'mcp', ...args],
    cwd: root,
    // Only variables that are set.
    env: JSON.parse(
      JSON.stringify(programEnvironment({ HOME: folder, NODE_OPTIONS: ownAddressOptions(), ...env })),
    ),
    stderr: 'inherit',
  });
  await client.connect(transport);
  clients.push(client);
  const call = async (name: string, input: Record<string, unknown>) => {
    const {
      isError = false,
      content,
      structuredContent,
    } = CallToolResultSchema.parse(
      await client.callTool({ name, arguments: input }, undefined, { timeout: 120_000 }),
    );
    const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const link = content.find((part) => part.type === 'resource_link');
    if (isError) expect(texts.join()).not.toMatch(/(^|\s)--?[a-z]/);
    return { isError, texts, link, content: structuredContent };
  };
  return { client, call };
};

const connectToService = async () => {
  const { apiKey } = await createTenant(stack);
  return connect([], {
    DOCFORGE_URL: stack.baseUrl,
    DOCFORGE_API_KEY: apiKey,
    XDG_CACHE_HOME: join(folder, 'cache'),
  });
};

itLong('converts and extracts with a service', async () => {
  const { client, call } = await connectToService();

  const { tools } = await client.listTools();
  const text = await call('extract', { path: 'two.pdf', pages: '2' });
  const document = await call('extract', { path: 'two.pdf', format: 'document' });
  const jobs = await call('jobs', { limit: 1 });
  const formats = await call('formats', { from: 'pdf' });

  expect(tools.map(({ name }) => name)).toEqual(['convert', 'extract', 'formats', 'jobs']);
  expect(text.texts.join()).toContain('Page two');
  expect(text.texts.join()).not.toContain('Page one');
  expect(document.texts.join()).toMatch(/"box"/);
  expect(jobs.content).toMatchObject({ jobs: [{ status: 'complete', to: 'document' }] });
  expect(JSON.parse(jobs.texts[0] ?? '')).toEqual(jobs.content);
  expect(formats.content).toMatchObject({
    targets: expect.arrayContaining([{ operation: 'convert', to: 'markdown' }]),
  });
  expect(document.content).toMatchObject({ name: 'two.document.json', mime_type: 'application/json' });
  for (const { title, outputSchema } of tools) {
    expect(title).toEqual(expect.any(String));
    expect(outputSchema).toMatchObject({ type: 'object', required: expect.any(Array) });
  }
});

itLong('converts in steps, with a service and without one', async () => {
  const { call } = await connectToService();
  const local = await connect(['--local']);
  const steps = [
    { name: 'plain', to: 'pdf' },
    { to: 'pdf', options: { watermark: 'DRAFT' }, inputs: ['plain'] },
    { format: 'text' },
  ];

  const text = await call('convert', { path: 'sub/note.html', steps });
  const refused = await call('convert', {
    path: 'sub/note.html',
    steps: [{ to: 'pdf' }, { to: 'pdf', options: { colour: 1 } }],
  });
  const both = await call('convert', { path: 'two.pdf', to: 'pdf', steps });
  const neither = await call('convert', { path: 'two.pdf' });
  const options = await call('convert', { path: 'two.pdf', steps, options: { pages: '1' } });
  const withoutService = await local.call('convert', { path: 'sub/note.html', steps });

  for (const each of [text, withoutService]) {
    expect([each.isError, each.link]).toMatchObject([
      false,
      { name: 'note.txt', mimeType: expect.stringContaining('text/plain') },
    ]);
    expect(each.texts[1]).toContain('Note');
  }
  for (const each of [refused, both, neither, options]) expect(each.isError).toBe(true);
  expect(refused.texts[0]).toMatch(/^steps\.1\.options\.colour \(step "step_2"\): unknown option/);
  expect([both.texts[0], neither.texts[0]]).toEqual(Array(2).fill('Pass either "to" or "steps".'));
  expect(options.texts[0]).toBe('Each step has its own options. Pass them in the steps.');
});

test('converts without a service, and returns files as resources', async () => {
  const { client, call } = await connect(['--local', '--root', root]);

  const { tools } = await client.listTools();
  const pdf = await call('convert', {
    path: join(root, 'sub', 'note.html'),
    to: 'pdf',
    output_path: 'sub/note.pdf',
  });
  const long = await call('extract', { path: 'long.txt' });
  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: long.link?.uri ?? '' });

  expect(tools.map(({ name }) => name)).toEqual(['convert', 'extract', 'formats']);
  expect(pdf.texts).toEqual([
    expect.stringMatching(/^note\.pdf: \d+ bytes, application\/pdf, 1 page\.\nWritten to /),
  ]);
  expect((await readFile(join(root, 'sub', 'note.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.link).toMatchObject({ name: 'note.pdf', mimeType: 'application/pdf' });
  expect(long.texts).toHaveLength(1);
  expect(resources.map(({ name }) => name)).toEqual(['note.pdf', 'long.txt']);
  expect(contents[0] !== undefined && 'text' in contents[0] && contents[0].text).toContain(
    'A line of a long text.',
  );
});

itLong('lists the options of one target, in less than 4 KB', async () => {
  const { call } = await connect(['--local']);

  const all = await call('formats', { from: 'docx' });
  const pdf = await call('formats', { from: 'docx', to: 'pdf' });
  const text = await call('formats', { from: 'pdf', to: 'txt' });
  const wrong = await call('formats', { from: 'docx', to: 'mp3' });

  for (const each of [all, pdf, text]) expect(each.texts.join().length).toBeLessThan(4096);
  expect(all.texts[0]).not.toContain('options');
  expect(pdf.content).toMatchObject({
    targets: [{ operation: 'convert', to: 'pdf', options: { page_size: { enum: expect.any(Array) } } }],
  });
  expect(text.content).toMatchObject({ targets: [{ operation: 'convert' }, { operation: 'extract' }] });
  expect([wrong.isError, wrong.texts[0]]).toEqual([
    true,
    expect.stringContaining('Cannot convert docx to "mp3"'),
  ]);
});

itLong.each([
  ['a path above the root', '../secret.txt'],
  ['an absolute path', '/etc/passwd'],
  ['a folder whose name starts like the root', '../root-of-another/secret.txt'],
  ['a link to a file outside', 'link.txt'],
  ['a link to a folder outside', 'up/secret.txt'],
])('refuses %s', async (_, path) => {
  const { call } = await connect(['--local']);

  const read = await call('extract', { path });
  const written = await call('convert', { path: 'two.pdf', to: 'text', output_path: `${path}.new` });

  expect([read.isError, read.texts]).toEqual([true, [`${path} is outside the allowed folders: ${root}.`]]);
  if (path !== 'link.txt')
    expect([written.isError, written.texts[0]]).toEqual([true, expect.stringContaining('outside')]);
});

itLong('never replaces a file, and reports what is wrong', async () => {
  const { call } = await connect(['--local']);

  const existing = await call('convert', { path: 'two.pdf', to: 'text', output_path: 'long.txt' });
  const link = await call('convert', { path: 'two.pdf', to: 'text', output_path: 'link.txt' });
  const missing = await call('extract', { path: 'none.pdf' });
  const folderPath = await call('extract', { path: 'sub' });
  const both = await call('extract', { path: 'two.pdf', url: 'https://example.com/a.pdf' });
  const url = await call('extract', { url: 'http://169.254.169.254/latest/meta-data' });
  const format = await call('convert', { path: 'two.pdf', to: 'mp3' });

  for (const each of [existing, link, missing, folderPath, both, url, format])
    expect(each.isError).toBe(true);
  expect(existing.texts[0]).toContain('exists');
  expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('Secret');
  expect(missing.texts[0]).toContain('Cannot find none.pdf');
  expect(folderPath.texts[0]).toContain('not a regular file');
  expect(both.texts[0]).toContain('either "path" or "url"');
  expect(url.texts[0]).toContain('URLs need a service');
  expect(format.texts[0]).toContain('Unknown format "mp3"');
});
