import * as z from 'zod';
import type { Account } from './account.ts';
import type { Answer, Send, Sent } from './http.ts';

const uploaded = z.object({ file_id: z.string() });
const accepted = z.object({ job_id: z.string() });
const active = z.object({ status: z.enum(['queued', 'processing']) });
const completeJob = z.object({
  status: z.literal('complete'),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime(),
  output: z.object({ size_bytes: z.number() }),
  report: z.object({
    engine: z.string(),
    timings_ms: z.object({
      queued: z.number(),
      download: z.number(),
      engine: z.number(),
      store: z.number(),
    }),
  }),
});

const jobWithResult = completeJob.extend({ output_url: z.string() });

/** The fields of a complete job that the benchmark uses. */
export type CompleteJob = z.output<typeof jobWithResult>;

/** A document and its target format. */
export type Conversion = {
  readonly label: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly to: 'pdf' | 'text' | 'markdown' | 'docx';
};

/** The measured requests. Each rejects if the response is not the expected one. */
export type Api = {
  config(): Promise<void>;
  readJob(jobId: string): Promise<Omit<CompleteJob, 'output_url'>>;
  upload(conversion: Conversion): Promise<string>;
  convert(fileId: string, to: Conversion['to']): Promise<string>;
  /** Waits for the end of the job with long polls. */
  finish(jobId: string): Promise<CompleteJob>;
  download(url: string): Promise<Buffer>;
  /** Waits for the result of a job: a text, compressed, is in the response, and anything else at `location`. */
  awaitResult(jobId: string): Promise<Pick<Answer, 'location' | 'receivedBytes'>>;
  /** Sends a document and its target in one call that does not wait. */
  convertBody(conversion: Conversion): Promise<string>;
  /** Sends a document and its target in one call that waits for the result. The job's id is undefined if the result was stored. */
  convertInOneCall(conversion: Conversion): Promise<{ receivedBytes: number; jobId: string | undefined }>;
};

const boundary = 'a-boundary-that-no-document-has';

const field = (name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const multipart = ({ filename, bytes }: Conversion, fields = ''): Buffer =>
  Buffer.concat([
    Buffer.from(fields),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

/** Creates the API client of an account. */
export const openApi = (baseUrl: string, send: Send, account: Account): Api => {
  const call = async (
    expected: number | readonly number[],
    path: string,
    { headers = {}, body }: Sent = {},
  ): Promise<Answer> => {
    const authorization = `Bearer ${await account.token()}`;
    const sent = { headers: { ...headers, authorization }, ...(body === undefined ? {} : { body }) };
    const answer = await send(`${baseUrl}${path}`, sent);
    if ([expected].flat().includes(answer.status)) return answer;
    throw new Error(`${path}: ${answer.status} instead of ${expected}: ${answer.body.toString('utf8')}`);
  };
  const json = ({ body }: Answer): unknown => JSON.parse(body.toString('utf8'));
  const download = async (url: string): Promise<Buffer> => {
    const { status, body } = await send(url);
    if (status !== 200) throw new Error(`The result: ${status} instead of 200: ${body.toString('utf8')}`);
    return body;
  };
  return {
    config: async () => {
      const { status } = await send(`${baseUrl}/account/config`);
      if (status !== 200) throw new Error(`/account/config: ${status} instead of 200`);
    },
    readJob: async (jobId) => {
      return completeJob.parse(json(await call(200, `/job/${jobId}`)));
    },
    upload: async (conversion) => {
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      return uploaded.parse(json(await call(201, '/upload', { headers, body: multipart(conversion) })))
        .file_id;
    },
    convert: async (fileId, to) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ file_id: fileId, to });
      return accepted.parse(json(await call(202, '/convert', { headers, body }))).job_id;
    },
    finish: async (jobId) => {
      for (;;) {
        const job = json(await call(200, `/job/${jobId}?wait=25`));
        if (!active.safeParse(job).success) return jobWithResult.parse(job);
      }
    },
    download,
    awaitResult: async (jobId) => {
      const headers = { accept: 'application/octet-stream', 'accept-encoding': 'gzip' };
      const { location, receivedBytes } = await call([200, 303], `/job/${jobId}/result?wait=25`, { headers });
      return { location, receivedBytes };
    },
    convertBody: async (conversion) => {
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      const body = multipart(conversion, field('to', conversion.to));
      return accepted.parse(json(await call(202, '/convert', { headers, body }))).job_id;
    },
    convertInOneCall: async (conversion) => {
      const headers = {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        prefer: 'wait=25',
        accept: 'application/octet-stream',
        'accept-encoding': 'gzip',
      };
      const body = multipart(conversion, field('to', conversion.to));
      const { status, location, receivedBytes } = await call([200, 303], '/convert', { headers, body });
      if (location === undefined) throw new Error('/convert: a response without Location');
      if (status === 200) return { receivedBytes, jobId: location.slice(location.lastIndexOf('/') + 1) };
      return { receivedBytes: (await download(location)).length, jobId: undefined };
    },
  };
};
