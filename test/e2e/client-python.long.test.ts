import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { largestFileBytes } from '../../lib/plan-table.ts';
import type { PlanName } from '../../lib/plans.ts';
import { runPython } from '../support/run-python.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-python-'));
  await writeFile(join(folder, 'two.pdf'), simplePdf(['Page one', 'Page two']));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const prelude = `
import json, os, sys, threading
from concurrent.futures import ThreadPoolExecutor
from docforge import Cancelled, DocForge, DocForgeError, JobFailedError

def client(**settings):
    url = os.environ["DOCFORGE_URL"]
    return DocForge(**{"base_url": url, "access_token": lambda: os.environ["DOCFORGE_TOKEN"], **settings})

def refused(call):
    try:
        call()
    except DocForgeError as error:
        return error
    raise AssertionError("no error")
`;

/** Runs a Python program for a new account and returns the JSON that it prints. Its client has a token of the account. */
const python = async (
  program: string,
  { plan = 'pro', url = stack.baseUrl }: { plan?: PlanName; url?: string } = {},
) => {
  const tenant = await createTenant(stack, plan);
  const env = {
    DOCFORGE_URL: url,
    DOCFORGE_API_KEY: tenant.apiKey,
    DOCFORGE_TOKEN: await tenant.authorize(),
  };
  const { stdout, stderr } = await runPython(['-c', `${prelude}${program}`], { cwd: folder, env });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};

test('signs in with a key, converts a file with any name, and saves the result under it', async () => {
  const name = `Übersicht "1" & 'zwei' (日本)`;
  await writeFile(join(folder, `${name}.txt`), 'Grüße\n');

  const answer = await python(`
with DocForge(base_url=os.environ["DOCFORGE_URL"] + "/", api_key=os.environ["DOCFORGE_API_KEY"]) as docforge:
    result = docforge.convert(${JSON.stringify(`${name}.txt`)}, to="html")
    print(json.dumps([result.save("saved/"), result.mime_type, result.job["status"], result.job["from"]]))
`);

  expect(answer).toEqual([`saved/${name}.html`, 'text/html; charset=utf-8', 'complete', 'text']);
  expect(await readFile(join(folder, answer[0]), 'utf8')).toContain('Grüße');
  expect(await readdir(join(folder, 'saved'))).toEqual([`${name}.html`]);
});

test('extracts, reports progress, and lists and deletes what it made', async () => {
  const answer = await python(`
states = []
docforge = client()
with open("two.pdf", "rb") as file:
    result = docforge.extract(
        file, format="text", options={"pages": "2"}, on_progress=lambda job: states.append(job["status"])
    )
text = result.text()
job_id, file_id = result.job["job_id"], result.job["file_id"]
listed = [job["job_id"] for job in docforge.jobs()] == [job_id]
stored = [file["filename"] for file in docforge.files()]
docforge.delete_job(job_id)
docforge.delete_file(file_id)
print(json.dumps([text, states[-1], listed, stored, list(docforge.files()), refused(result.bytes).code]))
`);

  expect(answer).toEqual([
    expect.stringMatching(/^(?!.*Page one).*Page two/s),
    'complete',
    true,
    ['two.pdf'],
    [],
    'result_expired',
  ]);
});

test('uploads 25 MB in one call, or directly to storage where the deployment does not accept them', async () => {
  const answer = await python(`
docforge = client()
content = (b"The quick brown fox jumps over the lazy dog.\\n" * 600_000)[:${largestFileBytes}]
whole = docforge.upload(content, filename="large.txt")
# As a deployment without large uploads.
docforge._uploader._limit = 4_500_000
direct = docforge.upload(content, filename='direct "ä".txt')
report = docforge.extract({"file_id": direct}, format="metadata").job["report"]
files = [docforge.file(file_id) for file_id in (whole, direct)]
too_large = refused(lambda: docforge.upload(content + b".", filename="too-large.txt"))
print(json.dumps([
    report["input"]["size_bytes"], [[file["filename"], file["size_bytes"]] for file in files],
    too_large.code, too_large.status,
]))
`);

  expect(answer).toEqual([
    largestFileBytes,
    [
      ['large.txt', largestFileBytes],
      ['direct "ä".txt', largestFileBytes],
    ],
    'file_too_large',
    null,
  ]);
});
