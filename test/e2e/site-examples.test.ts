import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { buildClient } from '../../client/build.ts';
import { convert } from '../../lib/conversions/index.ts';
import { makeZip } from '../../lib/conversions/shared/zip/make-zip.ts';
import { formatPages } from '../../site/generated/format-pages.ts';
import { type CodeBlock, codeBlocks, pagesOfSite } from '../support/code-blocks.ts';
import { isLong } from '../support/long-run.ts';
import { ownAddressOfCurl, ownAddressOptions } from '../support/own-address.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { commandPath } from '../support/run-command.ts';
import { pythonClient } from '../support/run-python.ts';
import { runToEnd } from '../support/run-to-end.ts';
import { simplePdf } from './support/documents.ts';
import { sharedTenant } from './support/shared-tenant.ts';
import type { Tenant } from './support/tenant.ts';

const stack = inject('stack');
let home = '';
let tenant: Tenant;
const documents = new Map<string, Uint8Array>();

/** Sections of generated pages whose calls run: each kind of request and of result. */
const generated: Readonly<Record<string, readonly string[]>> = {
  docx: ['DOCX to PDF', 'Extract document'],
  pdf: ['PDF to PDF', 'PDF to PNG, JPEG and WebP', 'Extract chunks'],
  xlsx: ['XLSX to CSV and TSV'],
};

const sectionsOf = (markdown: string, headings: readonly string[]): string =>
  headings
    .map((heading) => {
      const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
      if (section === undefined) throw new Error(`No section ${heading}`);
      return section;
    })
    .join('\n');

const pages: readonly (readonly [string, readonly CodeBlock[]])[] = [
  ...pagesOfSite().map(({ name, markdown }) => [name, codeBlocks(markdown)] as const),
  ...Object.entries(generated).map(([format, headings]) => {
    const page = formatPages().find(({ url }) => url === `/docs/formats/${format}/`);
    return [`/docs/formats/${format}/`, codeBlocks(sectionsOf(page?.markdown ?? '', headings))] as const;
  }),
];

/** A program continues from the quick start: `docforge` is a client. */
const startOf: Readonly<Record<string, string>> = {
  ts: `import { DocForge } from 'docforge-client';
const docforge = new DocForge({ baseUrl: process.env.DOCFORGE_URL, apiKey: process.env.DOCFORGE_API_KEY });
`,
  python: `import os
from docforge import DocForge
docforge = DocForge(base_url=os.environ["DOCFORGE_URL"], api_key=os.environ["DOCFORGE_API_KEY"])
`,
};

const withStart = ({ language, code }: CodeBlock): string =>
  code.includes('new DocForge(') || code.includes('= DocForge(') ? code : `${startOf[language] ?? ''}${code}`;

/** The program that runs a block, and its arguments. */
const programOf = async (block: CodeBlock, cwd: string): Promise<readonly [string, readonly string[]]> => {
  switch (block.language) {
    case 'ts': {
      await writeFile(join(cwd, 'example.ts'), withStart(block));
      return [process.execPath, ['example.ts']];
    }
    case 'python':
      return ['python3', ['-W', 'error', '-c', withStart(block)]];
    default: {
      const commands = block.code
        .replace('http://127.0.0.1:3000', stack.baseUrl)
        .replace('KEY=df_live_...', `KEY=${tenant.apiKey}`);
      return ['bash', ['-e', '-o', 'pipefail', '-c', commands]];
    }
  }
};

/** The files that a block writes. */
const filesOf = ({ code }: CodeBlock): string[] =>
  [...code.matchAll(/(?: -o |--out |\.save\(['"])([\w.-]+\.\w+)/g)].map(([, name = '']) => name);

const runBlock = async (block: CodeBlock, cwd: string): Promise<void> => {
  const [program, args] = await programOf(block, cwd);
  const env = programEnvironment({
    HOME: home,
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    NODE_OPTIONS: ownAddressOptions(),
    PYTHONPATH: pythonClient,
    PYTHONDONTWRITEBYTECODE: '1',
    URL: stack.baseUrl,
    DOCFORGE_URL: stack.baseUrl,
    DOCFORGE_API_KEY: tenant.apiKey,
    TOKEN: await tenant.authorize(),
  });

  const { code, stdout, stderr } = await runToEnd(program, args, { cwd, env });

  expect([code, stderr.slice(-2000), stdout.slice(-500)], block.code).toEqual([
    0,
    expect.any(String),
    expect.not.stringContaining('"status":"failed"'),
  ]);
  for (const name of filesOf(block))
    expect((await stat(join(cwd, name))).size, `${name} of ${block.code}`).toBeGreaterThan(0);
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'docforge-site-'));
  tenant = await sharedTenant();
  await writeFile(join(home, '.curlrc'), ownAddressOfCurl());
  documents.set('report.pdf', simplePdf(['Annual report', 'Sales rose by 12 %.', 'Page three', 'Page four']));
  for (const name of ['a.pdf', 'b.pdf']) documents.set(name, simplePdf([name]));
  if (!isLong) return;
  await buildClient(join(home, 'node_modules', 'docforge-client'));
  await mkdir(join(home, 'bin'));
  const command = `#!/bin/sh\nexec "${process.execPath}" "${commandPath}" "$@"\n`;
  await writeFile(join(home, 'bin', 'docforge'), command, { mode: 0o755 });
  await writeFile(join(home, 'package.json'), '{ "type": "module" }');
  const page =
    '<h1>Annual report</h1><table><tr><th>Region</th><th>Sales</th></tr><tr><td>North</td><td>120</td></tr></table>';
  const html = Buffer.from(page);
  for (const name of ['report.docx', 'cover.docx'])
    documents.set(name, (await convert(html, { to: 'docx' })).bytes);
  documents.set('report.xlsx', (await convert(html, { to: 'xlsx' })).bytes);
  documents.set(
    'scan.png',
    (await convert(simplePdf(['Annual report']), { to: 'png', options: { dpi: 200 } })).bytes,
  );
  documents.set(
    'documents.zip',
    makeZip([
      { name: 'page.html', bytes: html },
      { name: 'a.pdf', bytes: simplePdf(['A']) },
    ]),
  );
  documents.set('page.zip', makeZip([{ name: 'index.html', bytes: html }]));
  documents.set(
    'message.eml',
    Buffer.from(
      'From: ada@example.com\r\nTo: grace@example.com\r\nDate: Fri, 27 Nov 2026 09:00:00 +0000\r\nSubject: Report\r\nMIME-Version: 1.0\r\n\r\nSales rose.\r\n',
    ),
  );
});

afterAll(() => rm(home, { recursive: true, force: true }));

/** In the short run only the first call of the quick start. */
const examples = pages.flatMap(([name, blocks]) => {
  const run = blocks.filter(({ language, isRun }) => isRun && ['sh', 'ts', 'python'].includes(language));
  const chosen = isLong ? run : name === 'docs/site/quick-start.md' ? run.slice(0, 1) : [];
  return chosen.length === 0 ? [] : [[name, chosen] as const];
});

it.each(examples)('the examples of %s run', async (_name, blocks) => {
  for (const block of blocks) {
    const cwd = await mkdtemp(join(home, 'example-'));
    // Only the files that it names: the command refuses to replace others.
    for (const [file, bytes] of documents)
      if (block.code.includes(file)) await writeFile(join(cwd, file), bytes);

    await runBlock(block, cwd);
  }
});

it('the JSON of the pages is well-formed', async () => {
  const found = pagesOfSite().flatMap(({ markdown }) =>
    codeBlocks(markdown).filter(({ language }) => language === 'json'),
  );

  expect(found.length).toBeGreaterThan(4);
  for (const { code } of found) expect(() => JSON.parse(code), code).not.toThrow();
});
