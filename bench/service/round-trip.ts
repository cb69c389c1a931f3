import type { Api, CompleteJob, Conversion } from './api.ts';

/** The requests of a round trip, without additional long polls. */
export const requestsPerRoundTrip = 3;

/** A document's round trip, in milliseconds measured by the client. */
export type RoundTrip = {
  readonly upload: number;
  /** Until the 202 response. */
  readonly convert: number;
  /** From the 202 response to that of the long poll. */
  readonly wait: number;
  readonly download: number;
  readonly jobId: string;
  readonly job: CompleteJob;
  readonly result: Buffer;
};

/** Uploads a document, converts it, waits for the job and downloads the result. */
export const runRoundTrip = async (api: Api, conversion: Conversion): Promise<RoundTrip> => {
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

/** The phases of a job, in milliseconds by the service's clock. */
export type JobTimes = {
  readonly queued: number;
  readonly download: number;
  readonly engine: number;
  readonly store: number;
  /** Time outside the phases. */
  readonly other: number;
  /** From `created_at` to `completed_at`. */
  readonly whole: number;
  /** The whole time without the engine. */
  readonly added: number;
};

/** Returns the phases of a job. */
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
