import { createHash } from 'node:crypto';
import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createJob } from '../../lib/aws/create-job.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { readJob } from '../../lib/aws/job-read-store.ts';
import type { ExtractFormat, Format } from '../../lib/conversions/formats.ts';
import { environmentNames } from '../../lib/env.ts';
import { fileObjectKey } from '../../lib/files/file.ts';
import type { ObjectStore } from '../../lib/files/objects.ts';
import { newId } from '../../lib/ids.ts';
import type { DocumentWorker } from '../../lib/worker/document-worker.ts';
import { mutate } from '../fuzz/mutate.ts';
import { createRandom } from '../fuzz/random.ts';
import { ownSamples, type Sample } from '../fuzz/samples.ts';
import { newJob, newStep, textFile } from '../support/jobs.ts';
import { isLong } from '../support/long-run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

const MARKER = 'zqmarker';
/** Words of the sample documents that are no words of the code. */
const quoted = new RegExp(
  `${MARKER}|tides?\\b|harbour|harvest|saint-malo|naples|metres|mainsail|lovelace|high water|orchard`,
  'i',
);
const textual: readonly Format[] = [
  ...['markdown', 'text', 'html', 'xml', 'yaml', 'asciidoc', 'latex', 'rst', 'org', 'eml', 'mhtml', 'ipynb'],
  ...['srt', 'vtt', 'dif', 'tsv', 'csv', 'json', 'svg', 'fodt', 'fods', 'fodp', 'rtf'],
] as Format[];
const images: readonly string[] = [
  'png',
  'jpeg',
  'webp',
  'tiff',
  'gif',
  'avif',
  'bmp',
  'ico',
  'jp2',
  'svg',
  'svgz',
];
const MUTATIONS = isLong ? 20 : 0;

let service: TestService;
let objects: ObjectStore;
let tenant: TestTenant;
let worker: DocumentWorker;
let samples: Sample[];
let output = '';

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation((chunk, ...rest) => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      // Everything but the log is the test's own.
      if (!text.startsWith('{')) return write(chunk, ...(rest as []));
      output += text;
      return true;
    });
  }
  service = await startTestService();
  Object.assign(process.env, {
    POWERTOOLS_LOG_LEVEL: 'TRACE',
    [environmentNames.engineMemoryMegabytes]: '2000',
    [environmentNames.engineDeadlineSeconds]: '60',
    [environmentNames.leaseSeconds]: '30',
  });
  const { openObjectStore } = await import('../../lib/aws/object-store.ts');
  const { documentWorker } = await import('../../lib/worker/document-worker.ts');
  objects = openObjectStore(service.table);
  const entry = new URL('../../lib/conversions/process/engine-main.ts', import.meta.url);
  worker = await documentWorker('documents-in-logs', entry);
  tenant = await createTenant(service.table, 'pro');
  samples = await ownSamples();
  if (!isLong)
    samples = samples.filter(({ name }) => name.startsWith('made ')).filter((_, index) => index % 12 === 0);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

/** Extracts a document as the worker does. Returns the end of its job, and what was logged. */
async function logOf(format: Format, bytes: Uint8Array, target: ExtractFormat) {
  const now = Date.now();
  const fileId = newId('file', now);
  const file = {
    ...textFile(tenant, fileId, now),
    format,
    filename: `${MARKER}.${format}`,
    sizeBytes: bytes.length,
  };
  await fileStore(service.table).create(file);
  await objects.put(fileObjectKey(tenant.accountId, fileId), bytes, {
    mimeType: 'application/octet-stream',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const job = newJob(tenant, now, {
    ...{ fileId, sourceUrl: undefined, from: format },
    steps: { list: [newStep({ type: 'extraction', target, from: format, options: {} })], done: [] },
  });
  expect(await createJob(service.table, job, [file])).toBe('created');
  output = '';
  const body = JSON.stringify({ account_id: job.accountId, job_id: job.jobId });
  const event = { Records: [{ messageId: '1', body }] } as unknown as SQSEvent;
  await worker(event, { getRemainingTimeInMillis: () => 120_000, awsRequestId: 'r' } as unknown as Context);
  return { ended: await readJob(service.table, job.accountId, job.jobId), logged: output };
}

const damagedForms = ({ format, bytes }: Sample): Buffer[] => {
  const random = createRandom(format);
  const flipped = Buffer.from(bytes);
  for (let left = 8; left > 0; left -= 1) flipped[random.below(flipped.length)] = random.below(256);
  const broken = Buffer.from(`\n\t: [${MARKER} {"<${MARKER}='" &${MARKER}; \\${MARKER}{`);
  return [
    bytes.subarray(0, Math.floor(bytes.length * 0.7)),
    flipped,
    ...(textual.includes(format) ? [Buffer.concat([bytes, broken]), Buffer.concat([broken, bytes])] : []),
    ...Array.from({ length: MUTATIONS }, () => mutate(format, bytes, bytes, random)),
  ];
};

it('logs nothing of a document or its name, whatever is wrong with it', { timeout: 900_000 }, async () => {
  const leaks: unknown[] = [];
  const codes = new Set<string>();
  for (const sample of samples) {
    const target = images.includes(sample.format) ? 'metadata' : 'text';
    for (const [index, bytes] of [sample.bytes, ...damagedForms(sample)].entries()) {
      const { ended, logged } = await logOf(sample.format, bytes, target);
      expect(logged).toContain('A queue message was processed');
      if (ended?.error !== undefined) codes.add(ended.error.code);
      const found = quoted.exec(logged);
      if (found !== null)
        leaks.push({ sample: sample.name, index, at: logged.slice(found.index - 200, found.index + 100) });
    }
  }

  expect(leaks).toEqual([]);
  expect([...codes]).toContain('corrupt_document');
});

it('logs the class, the code and the place of a failure', async () => {
  const { ended, logged } = await logOf('yaml', Buffer.from(`patient: ${MARKER}\nssn: [`), 'text');

  expect(ended?.error?.code).toBe('corrupt_document');
  expect(logged).toContain('"name":"ConversionError","code":"corrupt_document"');
  expect(logged).toMatch(/lib\/conversions\/formats\/yaml\/[\w-]+\.ts:\d+:\d+/);
});
