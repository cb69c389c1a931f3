import type { Api, CompleteJob, Conversion } from './api.ts';

/** The calls of one way, not counting further long polls. */
export const callsOfWay = 3;

/** One document's whole way, in milliseconds as the client sees them. */
export type Way = {
  readonly upload: number;
  /** Until the answer 202. */
  readonly convert: number;
  /** From the answer 202 to the long poll's. */
  readonly wait: number;
  readonly download: number;
  readonly jobId: string;
  readonly job: CompleteJob;
  readonly result: Buffer;
};

/** Uploads a document, converts it, waits for the job's end and downloads the result. */
export const goWholeWay = async (api: Api, conversion: Conversion): Promise<Way> => {
  const startedAt = performance.now();
  const fileId = await api.upload(conversion);
  const uploadedAt = performance.now();
  const jobId = await api.convert(fileId, conversion.to);
  const acceptedAt = performance.now();
  const job = await api.finish(jobId);
  const completeAt = performance.now();
  const result = await api.download(job.output_url);
  if (result.length === 0) throw new Error(`The result of ${jobId} is empty`);
  return {
    upload: uploadedAt - startedAt,
    convert: acceptedAt - uploadedAt,
    wait: completeAt - acceptedAt,
    download: performance.now() - completeAt,
    jobId,
    job,
    result,
  };
};

/** Where a job's time went, in milliseconds by the service's own clock. */
export type JobTimes = {
  readonly queued: number;
  readonly download: number;
  readonly engine: number;
  readonly store: number;
  /** What no phase has counted. */
  readonly other: number;
  /** From `created_at` to `completed_at`. */
  readonly whole: number;
  /** The whole without the engine. */
  readonly added: number;
};

/** Splits a job's life into its phases. */
export const timesOf = ({ created_at, completed_at, report }: CompleteJob): JobTimes => {
  const { queued, download, engine, store } = report.timings_ms;
  const whole = Date.parse(completed_at) - Date.parse(created_at);
  return {
    queued,
    download,
    engine,
    store,
    other: whole - queued - download - engine - store,
    whole,
    added: whole - engine,
  };
};
