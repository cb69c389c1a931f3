import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionUploadBytes, maxWaitSeconds } from '../lib/api/limits.ts';
import { openApiDocument } from '../lib/api/openapi.ts';
import { listedNames } from '../lib/jobs/listed-names.ts';
import { largestFileBytes, planTable } from '../lib/plan-table.ts';
import { planLines } from '../lib/plans.ts';
import { root } from './build-package.ts';
import { platformRows } from './platforms.ts';
import { pythonTypes, type Schema } from './python-types.ts';
import { typescriptTypes } from './typescript-types.ts';

/** The schemas that users of the client meet, in the order of the file. Those that they refer to are added. */
const pythonRoots = [
  'FormatName',
  'ExtractFormat',
  'JobType',
  'JobStatus',
  'ErrorCode',
  'JobErrorCode',
  'AcceptedJob',
  'ConversionStep',
  'DryRun',
  'Job',
  'JobPage',
  'UploadedFile',
  'PresignedUpload',
  'File',
  'FilePage',
  'Formats',
  'Usage',
  'Webhook',
  'ChunksResult',
  'StructuredResult',
  'TablesResult',
  'MetadataResult',
  'DocumentResult',
];

/** The schemas that the TypeScript client uses. Those that they refer to are added. */
const typescriptRoots = [
  'AcceptedJob',
  'ConvertRequest',
  'DryRun',
  'Job',
  'JobPage',
  'UploadedFile',
  'PresignedUpload',
  'File',
  'Formats',
  'Usage',
  'Webhooks',
  'UpdateWebhookRequest',
  'Chunk',
];

const formatted = (source: string): string =>
  execFileSync(
    join(root, 'node_modules', '.bin', 'biome'),
    ['format', '--stdin-file-path', 'client/types.ts'],
    { cwd: root, encoding: 'utf8', input: source },
  );

const limits = [
  '"""Limits of the contract. `npm run generate` writes this file."""',
  '',
  '# The largest file of any plan.',
  `LARGEST_FILE_BYTES = ${largestFileBytes}`,
  '# The largest file that a request to a function of every deployment accepts.',
  `FUNCTION_UPLOAD_BYTES = ${functionUploadBytes}`,
  '# The longest wait of one GET /job/{id}.',
  `MAX_WAIT_SECONDS = ${maxWaitSeconds}`,
  '',
].join('\n');

/** A page with these lines in place of its table whose header starts with the same cell. */
const withTable = (path: string, lines: readonly string[]): string => {
  const [start = ''] = /^\| \w+ \|/.exec(lines[0] ?? '') ?? [];
  const page = readFileSync(join(root, path), 'utf8').split('\n');
  const first = page.findIndex((line) => line.startsWith(start));
  const after = page.findIndex((line, index) => index > first && !line.startsWith('|'));
  return page.toSpliced(first, after - first, ...lines).join('\n');
};

/**
 * Returns the files that are made from the contract and the lock file, by path: modules of the clients, the page of limits with the
 * plans, and the page of platforms.
 */
export const generatedFiles = (): Readonly<Record<string, string>> => {
  const { components } = openApiDocument('https://api.example.com', functionUploadBytes, listedNames);
  const schemas: Record<string, Schema> = JSON.parse(JSON.stringify(components?.schemas));
  return {
    'client/types.ts': formatted(
      typescriptTypes(
        schemas,
        typescriptRoots,
        ['ExtractFormat', 'FormatName'],
        ['ConvertRequest', 'ConversionStep', 'UpdateWebhookRequest'],
      ),
    ),
    'client-python/docforge/types.py': pythonTypes(schemas, pythonRoots),
    'client-python/docforge/_limits.py': limits,
    'docs/site/guides/limits.md': withTable('docs/site/guides/limits.md', planLines(planTable)),
    'docs/site/platforms.md': withTable('docs/site/platforms.md', platformRows()),
  };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, source] of Object.entries(generatedFiles())) writeFileSync(join(root, path), source);
