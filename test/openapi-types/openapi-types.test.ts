import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, expect, it } from 'vitest';
import { documentAt } from '../support/contract.ts';

// The generator needs the compiler's earlier API, so it has a package of its own with TypeScript 5.

const directory = await mkdtemp(join(tmpdir(), 'docforge-types-'));
const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

afterAll(() => rm(directory, { recursive: true, force: true }));

/** A program of a client. The compiler also reports an expected error that is missing. */
const program = `
import type { components, operations, paths } from './types.ts';

type Schemas = components['schemas'];
type Body<Path extends 'convert' | 'extract'> = operations[Path]['requestBody']['content']['application/json'];

export const convert: Body<'convert'> = { file_id: 'file_1', to: 'markdown', options: { pages: '1-3' } };
// @ts-expect-error an unknown format
export const unknownFormat: Body<'convert'> = { file_id: 'file_1', to: 'mp3' };
export const steps: Body<'convert'> = { file_id: 'file_1', steps: [{ to: 'pdf' }, { format: 'text' }] };
// @ts-expect-error an unknown format of a step
export const unknownStep: Body<'convert'> = { file_id: 'file_1', steps: [{ to: 'mp3' }] };
export const extract: Body<'extract'> = { file_id: 'file_1' };

export const isOver = (job: Schemas['Job']): boolean => {
  const status: 'queued' | 'processing' | 'complete' | 'failed' | 'cancelled' = job.status;
  // @ts-expect-error no such state
  if (job.status === 'done') return false;
  return job.error?.code === 'encrypted_document' || status === 'complete';
};

export const formOf = ({ upload }: Schemas['PresignedUpload']): FormData => {
  const form = new FormData();
  const fields: Record<string, string> = upload.fields;
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
export const page: Query<'listJobs'> = { limit: 50, status: 'complete' };
// @ts-expect-error not a number
export const wait: Query<'getJob'> = { wait: 'soon' };
export const id: operations['getJob']['parameters']['path'] = { id: 'job_1' };

export const texts = (chunks: Schemas['ChunksResult']): string[] => chunks.map(({ text }) => text);
export const rows = (tables: Schemas['TablesResult']): string[][] => tables.flatMap((table) => table.rows);

type Refusal = paths['/convert']['post']['responses'][429]['content']['application/json'];
export const messageOf = (refusal: Refusal): string => refusal.error;
`;

it('types a client that openapi-typescript generates', async () => {
  const types = astToString(await openapiTS(documentAt('https://api.docforge.test/v1')));
  await writeFile(join(directory, 'types.ts'), types);
  await writeFile(join(directory, 'client.ts'), program);

  const { stdout } = await promisify(execFile)(process.execPath, [
    compiler,
    ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
    ...[
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom,dom.iterable',
      '--types',
      '',
      '--ignoreConfig',
    ],
    ...['--allowImportingTsExtensions', join(directory, 'client.ts')],
  ]).catch((error: { stdout: string }) => error);

  expect(stdout).toBe('');
});
