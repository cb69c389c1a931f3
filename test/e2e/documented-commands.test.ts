import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { convert } from '../../lib/conversions/index.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { isLong } from '../support/long-run.ts';
import { ownAddressOfCurl } from '../support/own-address.ts';
import { programEnvironment } from '../support/program-environment.ts';
import { copyProject } from '../support/project-copy.ts';
import { runToEnd } from '../support/run-to-end.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant, type Tenant } from './support/tenant.ts';

const stack = inject('stack');
const root = join(import.meta.dirname, '..', '..');

/** How a block of commands is checked. */
type Check =
  | {
      /** The commands after placeholders are filled. */
      readonly fill?: (block: string) => string;
      /** Blocks that are run before it in the same shell, by their first lines. */
      readonly after?: readonly string[];
      readonly expects: (run: { readonly stdout: string; readonly folder: string }) => unknown;
    }
  /** Another test file runs the block. */
  | { readonly testedBy: string }
  /** Why it is not run. */
  | { readonly reason: string };

let folder = '';
let tenant: Tenant;
const fileOf = (name: string): Promise<Buffer> => readFile(join(folder, name));
const isPdf = async (name: string): Promise<void> =>
  expect((await fileOf(name)).subarray(0, 5).toString()).toBe('%PDF-');

/** Every shell block of the documents, by file and first line. */
const checks: Readonly<Record<string, Check>> = {
  'README.md: npm ci && npm start': {
    reason: 'installs all packages; the stack of these tests is npm start',
  },
  'README.md: docker build -t docforge .': { testedBy: 'test/image/run.ts' },
  'docs/site/docker.md: docker build -t docforge .': { testedBy: 'test/image/run.ts' },
  'README.md: URL=http://127.0.0.1:3000': {
    fill: (block) =>
      block
        .replace('http://127.0.0.1:3000', stack.baseUrl)
        .replace('KEY=df_live_...', `KEY=${tenant.apiKey}`),
    expects: async () => expect((await fileOf('report.md')).toString()).toContain('Page one'),
  },
  'README.md: npm run --silent convert -- report.docx report.md': {
    expects: async () => expect((await fileOf('report.md')).toString()).toBe('# Report\n'),
  },
  'README.md: npm run --silent docforge -- login': {
    // The key is typed on a terminal.
    fill: (block) =>
      block.replace('-- login', `-- login --url ${stack.baseUrl} --key - <<< ${tenant.apiKey}`),
    expects: () => isPdf('out/report.pdf'),
  },
  'docs/operating.md: npm run deploy -- --stage staging --allow billing': { reason: 'deploys to AWS' },
  'docs/operating.md: cp docforge.config.example.ts docforge.config.ts': {
    expects: () => expect(existsSync(join(folder, 'docforge.config.ts'))).toBe(true),
  },
  'docs/operator.md: npm run admin -- create-account --email you@example.com --plan starter': {
    fill: (block) =>
      block
        .replace(/^npm run admin -- create-account.*$/m, (line) =>
          [
            `ACCOUNT=$(${line.replace('npm run', 'npm run --silent')} | sed -n 's/.*"account_id": "\\(.*\\)".*/\\1/p')`,
          ].join('\n'),
        )
        .replaceAll('acct_...', '$ACCOUNT')
        .replaceAll(' --stack DocForge', ''),
    expects: ({ stdout }) => {
      expect(stdout).toContain('"key_id"');
      expect(stdout).toContain('"would_suspend"');
      expect(stdout).toContain('"deleted"');
    },
  },
  'README.md: npx cdk bootstrap       # once for an account and region': { reason: 'deploys to AWS' },
  'docs/client.md: npm run build:client': {
    expects: () =>
      expect(existsSync(join(folder, 'build', 'client', 'types', 'client', 'index.d.ts'))).toBe(true),
  },
  'docs/client.md: npm install /path/to/docforge/build/client': {
    after: ['docs/client.md: npm run build:client'],
    fill: (block) =>
      `mkdir project && cd project && echo '{"type":"module"}' > package.json
${block.replaceAll('/path/to/docforge', '..')}
node -e "import('docforge-client').then(({ DocForge }) => console.log(DocForge.name))"`,
    expects: ({ stdout }) => expect(stdout).toContain('DocForge\n'),
  },
  'docs/client.md: pip install /path/to/docforge/client-python': { reason: 'downloads setuptools' },
  'docs/client.md: npm run build:cli': {
    fill: (block) => block.replace(/^npm install.*$/m, './build/cli/main.js --version'),
    expects: ({ stdout }) => expect(stdout).toMatch(/^\d+\.\d+\.\d+$/m),
  },
  'docs/client.md: printenv DOCFORGE_API_KEY | docforge login --url "$DOCFORGE_URL" --key -': {
    testedBy: 'test/e2e/client-docs.long.test.ts',
  },
  'docs/site/guides/uploads.md: curl -sS --fail-with-body $URL/convert -H "Authorization: Bearer $TOKEN" -H \'Content-Type: application/json\' \\':
    { reason: 'downloads a file of another host' },
  'docs/site/migrate/gotenberg.md: curl http://localhost:3000/forms/libreoffice/convert -F files=@report.docx -F nativePageRanges=1-2 -o report.pdf':
    { reason: 'calls Gotenberg' },
  'docs/site/self-hosting.md: npm ci': { reason: 'installs all packages' },
  'docs/site/self-hosting.md: npx cdk bootstrap': { reason: 'deploys to AWS' },
  'docs/site/mcp.md: claude mcp add docforge --scope user -- docforge mcp --root ~/Documents': {
    reason: 'needs Claude Code; test/e2e/client-docs.long.test.ts starts the server',
  },
  'docs/document-model.md: npm run --silent convert -- report.pdf - --extract document': {
    expects: ({ stdout }) => expect(JSON.parse(stdout)).toMatchObject({ format: 'pdf' }),
  },
  'docs/library.md: npm run build:library': {
    expects: async () => {
      expect(existsSync(join(folder, 'build/library/types/conversions/index.d.ts'))).toBe(true);
      expect(existsSync(join(folder, 'build/library/tsconfig.json'))).toBe(false);
    },
  },
  'docs/library.md: npm install /path/to/docforge/build/library': {
    reason: 'downloads 1.2 GB; test/lib/build-library.long.test.ts uses the package',
  },
  'docs/library.md: npm run --silent convert -- report.docx report.pdf --option page_size=Letter': {
    expects: async ({ stdout }) => {
      await isPdf('both.pdf');
      expect(stdout).toContain('Scan');
      expect(stdout).toMatch(/^epub .*\bmarkdown\b/m);
    },
  },
  'docs/operating.md: npm run admin -- create-account --stack DocForge --email ada@example.com --plan free': {
    reason: 'needs a deployed stack',
  },
  'docs/operating.md: stripe listen --forward-to localhost:3000/billing/webhook': {
    reason: 'needs an account of Stripe',
  },
  'docs/webhooks.md: curl "$DOCFORGE_URL/webhooks" -H "Authorization: Bearer $TOKEN" \\': {
    expects: ({ stdout }) => expect(stdout).toContain('whsec_'),
  },
  'docs/webhooks.md: curl -X PATCH "$DOCFORGE_URL/webhooks/$WEBHOOK_ID" -H "Authorization: Bearer $TOKEN" \\':
    {
      fill: (block) => `WEBHOOK_ID=$(curl -s "$DOCFORGE_URL/webhooks" -H "Authorization: Bearer $TOKEN" \\
  | sed 's/.*"webhook_id":"\\([^"]*\\)".*/\\1/')
${block}`,
      expects: ({ stdout }) => expect(stdout).toContain('"webhook_id"'),
    },
  'docs/webhooks.md: curl -X POST "$DOCFORGE_URL/webhooks/secret" -H "Authorization: Bearer $TOKEN"': {
    expects: ({ stdout }) => expect(stdout).toMatch(/whsec_.*"job_id"/s),
  },
};

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name !== '');

const blocks = documents.flatMap((name) =>
  codeBlocks(readFileSync(join(root, name), 'utf8'))
    .filter(({ language }) => ['sh', 'bash', 'shell', 'console'].includes(language))
    // site-examples.test.ts runs those of the site, except those that are marked.
    .filter(({ isRun }) => !name.startsWith('docs/site/') || !isRun)
    .map(({ code }) => ({ key: `${name}: ${code.split('\n', 1)[0]}`, block: code })),
);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-commands-'));
  // Calls of curl need none of its files.
  if (isLong) await copyProject(folder);
  tenant = await createTenant(stack);
  await writeFile(join(folder, '.curlrc'), ownAddressOfCurl());
  await mkdir(join(folder, '.docforge'));
  await writeFile(join(folder, '.docforge', 'stack.json'), JSON.stringify(stack));
  await writeFile(join(folder, 'report.pdf'), simplePdf(['Page one', 'Page two']));
  for (const name of ['one.pdf', 'two.pdf', 'scan.pdf'])
    await writeFile(join(folder, name), simplePdf([name === 'scan.pdf' ? 'Scan' : name]));
  const { bytes } = await convert(Buffer.from('<h1>Report</h1>'), { to: 'docx' });
  await writeFile(join(folder, 'report.docx'), bytes);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const filled = (key: string): string => {
  const check = checks[key];
  const found = blocks.find((each) => each.key === key);
  if (check === undefined || found === undefined || !('expects' in check)) throw new Error(`No block ${key}`);
  // In the same shell, because a block uses variables of the ones before it.
  return [...(check.after ?? []).map(filled), check.fill?.(found.block) ?? found.block].join('\n');
};

it('lists every block of commands of the documents, and no other', () => {
  expect(Object.keys(checks).sort()).toEqual(blocks.map(({ key }) => key).sort());
});

it('names other test files that exist and read the document', () => {
  for (const [key, check] of Object.entries(checks))
    if ('testedBy' in check)
      expect(readFileSync(join(root, check.testedBy), 'utf8')).toContain(
        key.split(':')[0]?.split('/').at(-1),
      );
});

/** Those that need no more than curl and the running stack, in the short run. */
const run = Object.entries(checks).flatMap(([key, check]) =>
  'expects' in check && (isLong || /: (?:URL=|curl )/.test(key)) ? [[key, check] as const] : [],
);

it.each(run)('%s', async (key, { expects }) => {
  const env = programEnvironment({
    HOME: folder,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    npm_config_offline: 'true',
    DOCFORGE_URL: stack.baseUrl,
    DOCFORGE_API_KEY: tenant.apiKey,
    TOKEN: await tenant.authorize(),
  });

  const { code, stdout, stderr } = await runToEnd('bash', ['-e', '-o', 'pipefail', '-c', filled(key)], {
    cwd: folder,
    env,
  });

  expect([code, stderr.slice(-2000)]).toEqual([0, expect.any(String)]);
  await expects({ stdout, folder });
});

const longCommands: readonly (readonly [string, string])[] = [
  ['npm run bench:service -- --seconds 0.5 --clients 1', 'Finished in'],
  ['npm run bench:service -- --help', '--clients'],
  ['npm run bench:engines -- --help', '--corpus'],
];

it.each(isLong ? longCommands : [])('bench/README.md: %s', { timeout: 600_000 }, async (command, printed) => {
  const options = { cwd: folder, env: programEnvironment({ HOME: folder }), maxBuffer: 32 * 1024 ** 2 };

  const { stdout } = await promisify(execFile)('bash', ['-c', command], options);

  expect(stdout).toContain(printed);
});

it('every script that a document names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = documents.flatMap((name) =>
    [
      ...readFileSync(join(root, name), 'utf8').matchAll(
        /\bnpm run (?:--silent )?([a-z]+(?:[:-][a-z0-9]+)*)\b/g,
      ),
    ].map(([, script]) => script),
  );

  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((script) => scripts[script ?? ''] === undefined)).toEqual([]);
});
