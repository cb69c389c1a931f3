import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildClient } from '../../client/build.ts';
import { convert } from '../../lib/conversions/index.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { commandPath } from '../support/run-command.ts';
import { runPython } from '../support/run-python.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant } from './support/tenant.ts';

const run = promisify(execFile);
const stack = inject('stack');
const page = await readFile(new URL('../../docs/client.md', import.meta.url), 'utf8');
let cwd = '';
let env: NodeJS.ProcessEnv = {};

/** The code of the blocks in a language that run. */
const blocks = (language: string): string[] =>
  codeBlocks(page)
    .filter((block) => block.language === language && block.isRun)
    .map(({ code }) => code);

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'docforge-docs-'));
  await buildClient(join(cwd, 'node_modules', 'docforge-client'));
  await mkdir(join(cwd, 'bin'));
  await writeFile(
    join(cwd, 'bin', 'docforge'),
    `#!/bin/sh\nexec "${process.execPath}" "${commandPath}" "$@"\n`,
    { mode: 0o755 },
  );
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
  const { bytes } = await convert(
    Buffer.from('<h1>Report</h1><table><tr><td>1</td><td>2</td></tr></table>'),
    { to: 'docx' },
  );
  await writeFile(join(cwd, 'report.docx'), bytes);
  await writeFile(join(cwd, 'a.pdf'), simplePdf(['First']));
  await writeFile(join(cwd, 'b.pdf'), simplePdf(['Second']));
  const { apiKey } = await createTenant(stack);
  env = programEnvironment({
    HOME: cwd,
    PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
    DOCFORGE_URL: stack.baseUrl,
    DOCFORGE_API_KEY: apiKey,
  });
});

afterAll(() => rm(cwd, { recursive: true, force: true }));

test('the examples in TypeScript run', async () => {
  const outputs: string[] = [];
  for (const [index, code] of blocks('ts').entries()) {
    await writeFile(join(cwd, `example-${index}.ts`), code);
    const { stdout, stderr } = await run(process.execPath, [`example-${index}.ts`], { cwd, env });
    expect(stderr).toBe('');
    outputs.push(stdout);
  }

  expect(outputs).toHaveLength(4);
  expect(outputs[0]).toMatch(/rows.*\.pdf 2\n$/s);
  expect(outputs[1]).toMatch(/^[\s\S]*Report[\s\S]*office[\s\S]* \d+\n$/);
  expect(outputs[2]).toMatch(/^complete .*^job_\w+ docx pdf$/ms);
  expect((await readFile(join(cwd, 'draft.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await readFile(join(cwd, 'report.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the examples in Python run', async () => {
  for (const name of ['report.pdf', 'draft.pdf']) await rm(join(cwd, name), { force: true });
  const outputs: string[] = [];
  for (const code of blocks('python')) {
    const { stdout, stderr } = await runPython(['-c', code], { cwd, env });
    expect(stderr).toBe('');
    outputs.push(stdout);
  }

  expect(outputs).toHaveLength(4);
  expect(outputs[0]).toMatch(/rows.*\.pdf 2\n$/s);
  expect(outputs[1]).toMatch(/^[\s\S]*Report[\s\S]*office[\s\S]* 2 \d+\n$/);
  expect(outputs[2]).toMatch(/^complete .*^job_\w+ docx pdf$/ms);
  expect((await readFile(join(cwd, 'draft.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await readFile(join(cwd, 'report.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the examples of the command line run', async () => {
  for (const name of ['report.pdf', 'draft.pdf']) await rm(join(cwd, name), { force: true });
  const [script = ''] = blocks('sh');

  await run('bash', ['-ec', script], { cwd, env });

  expect(await readdir(join(cwd, 'out'))).toEqual(['a.md', 'b.md']);
  expect(JSON.parse(await readFile(join(cwd, 'tables.json'), 'utf8'))).toHaveLength(1);
  expect(await readFile(join(cwd, 'report.html'), 'utf8')).toContain('Report');
});

test('the configuration of each assistant starts a server', async () => {
  const guide = await readFile(new URL('../../docs/site/mcp.md', import.meta.url), 'utf8');
  const configurations = codeBlocks(guide)
    .filter(({ language }) => language === 'json')
    .map(({ code }) => JSON.parse(code));
  expect(configurations).toHaveLength(4);
  for (const { mcpServers, servers = mcpServers } of configurations) {
    const { command, args, env: settings } = servers.docforge;
    expect(Object.keys(settings)).toEqual(['DOCFORGE_URL', 'DOCFORGE_API_KEY']);
    const filled = args.map((each: string) => (/^[/$]/.test(each) ? cwd : each));
    const client = new Client({ name: 'test', version: '1' });

    await client.connect(
      new StdioClientTransport({ command, args: filled, cwd, env: JSON.parse(JSON.stringify(env)) }),
    );

    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'convert',
      'extract',
      'formats',
      'jobs',
    ]);
    await client.close();
  }
});
