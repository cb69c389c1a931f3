import { signedUrlSeconds } from '../../api/limits.ts';
import type { Downloads } from '../../files/objects.ts';
import { signedSeconds } from '../../files/sign-download.ts';
import type { Job, JobOutput } from '../../jobs/job.ts';

/** Whether the result of a complete job has not expired. */
export const isResultAlive = (job: Job, now: number): boolean =>
  job.expiresAt === undefined || job.expiresAt > now;

/** Signs a URL of a result for at most an hour, and never beyond the expiry of the result. */
export const signResult = (job: Job, output: JobOutput, objects: Downloads, now: number): Promise<string> => {
  const seconds = job.expiresAt === undefined ? signedUrlSeconds : signedSeconds(job.expiresAt, now);
  return objects.signDownload(output.objectKey, { filename: output.filename, seconds });
};

/** The signed URL of a result that clients can download; nothing without `objects`, or once the result has expired. */
export const downloadView = async (
  job: Job,
  output: JobOutput | undefined,
  objects: Downloads | undefined,
  now: number,
): Promise<{ readonly output_url?: string }> =>
  objects === undefined || output === undefined || !isResultAlive(job, now)
    ? {}
    : { output_url: await signResult(job, output, objects, now) };

/** A result as it is described in responses. */
export const outputView = ({ filename, mimeType, sizeBytes, sha256 }: JobOutput) => ({
  filename,
  mime_type: mimeType,
  size_bytes: sizeBytes,
  sha256,
});
