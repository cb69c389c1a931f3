import { maxBytesOfJob } from '../api/limits.ts';
import { isS3Address } from '../api/s3-address.ts';
import { detectFormat } from '../conversions/detection/detect.ts';
import { describeUnsupported } from '../conversions/detection/name-file-type.ts';
import { ConversionError } from '../conversions/errors.ts';
import { canBeReadAs } from '../conversions/formats.ts';
import { fetchRemote, type RemoteFile } from '../files/fetch-remote.ts';
import { type BucketReader, fetchS3 } from '../files/fetch-s3.ts';
import { fileObjectKey, type StoredFile } from '../files/file.ts';
import type { ObjectStore } from '../files/objects.ts';
import type { Effects } from './effects.ts';
import { type Job, lacksItsFile, resultObjectKey } from './job.ts';
import { currentStep, type StepInput } from './job-steps.ts';
import { downloadSeconds } from './job-times.ts';
import { isDividedIntoParts } from './page-parts.ts';

/** One document, read. */
type Part = { readonly bytes: Uint8Array; readonly filename: string; readonly format: string };

const fetchFromAddress = async (
  job: Job,
  address: string,
  readBucket: BucketReader,
  signal: AbortSignal,
): Promise<Part> => {
  const limits = { maxBytes: job.maxFileBytes, timeoutSeconds: downloadSeconds, signal };
  const { bytes, filename, mediaType }: RemoteFile = await (isS3Address(address)
    ? fetchS3(address, readBucket, limits)
    : fetchRemote(address, limits));
  const detected = await detectFormat(bytes, job.from ?? filename, mediaType);
  if (detected === undefined) {
    throw new ConversionError(
      'unsupported_content',
      `file_url: the file is ${await describeUnsupported(bytes)}. GET /formats lists the formats that are supported.`,
    );
  }
  if (job.from !== undefined && !canBeReadAs(detected, job.from)) {
    throw new ConversionError(
      'unsupported_content',
      `from: the content of the document is ${detected}, not ${job.from}. Correct "from" or remove it.`,
    );
  }
  return { bytes, filename, format: job.from ?? detected };
};

type Objects = Pick<ObjectStore, 'get'>;

const readFile = async (objects: Objects, file: StoredFile | undefined): Promise<Part> => {
  if (file === undefined)
    throw new ConversionError(
      'source_unreachable',
      'The file was deleted before the job read it. Upload it again.',
    );
  const bytes = await objects.get(fileObjectKey(file.accountId, file.fileId));
  if (bytes === undefined || file.format === undefined)
    throw new ConversionError('internal_error', 'The uploaded file is missing. Upload it again.');
  return { bytes, filename: file.filename, format: file.format };
};

const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes.length, 0);

const tooLarge = (): ConversionError =>
  new ConversionError(
    'too_complex',
    `The documents are larger than ${maxBytesOfJob / 1_048_576} MB in total. Send fewer or smaller ones.`,
  );

/** Reads the result of an earlier step. */
const readResultOf = async (
  objects: Objects,
  { steps: { list, done } }: Job,
  index: number,
): Promise<Part> => {
  const [step, result] = [list[index], done[index]];
  const { output } = result ?? {};
  if (output?.mimeType === 'application/zip') {
    throw new ConversionError(
      'unsupported_content',
      `The result of ${JSON.stringify(step?.name)} is a ZIP of several files, which steps cannot read. Select one file, for example with "pages", or make this the last step.`,
    );
  }
  if ((output?.sizeBytes ?? 0) > maxBytesOfJob) throw tooLarge();
  const bytes = output === undefined ? undefined : await objects.get(output.objectKey);
  if (bytes === undefined || output === undefined || step === undefined)
    throw new ConversionError(
      'internal_error',
      'The result of an earlier step is missing. Submit the job again.',
    );
  return { bytes, filename: output.filename, format: step.target };
};

/** Reads the copy of a document at an address whose pages are recognized in parts, so that all parts are of one version. */
const readCopy = async (objects: Objects, { accountId, jobId, recognition }: Job): Promise<Part> => {
  const { attempt = 0, source } = recognition ?? {};
  const bytes = await objects.get(resultObjectKey(accountId, jobId, attempt));
  if (bytes === undefined || source === undefined)
    throw new ConversionError('internal_error', 'The copy of the document is missing. Submit the job again.');
  return { bytes, filename: source.filename, format: source.from };
};

/** Reads the documents of a job's current step from the object store, from a public address, or from a bucket of the operator. */
export const sourceFetcher =
  (objects: Objects, readBucket: BucketReader): Effects['fetchSource'] =>
  async (job, files, signal) => {
    const storedFiles = files.values();
    const { inputs, from } = currentStep(job);
    const read = (input: StepInput): Promise<Part> => {
      if ('step' in input) return readResultOf(objects, job, input.step);
      if (job.sourceUrl !== undefined && isDividedIntoParts(job)) return readCopy(objects, job);
      if (job.sourceUrl !== undefined) return fetchFromAddress(job, job.sourceUrl, readBucket, signal);
      const file = storedFiles.next().value;
      if (file === undefined && lacksItsFile(job))
        throw new ConversionError(
          'internal_error',
          'The service stopped before it had stored the file. Send it again.',
        );
      return readFile(objects, file);
    };
    const parts: Part[] = [];
    for (const input of inputs) {
      const part = await read(input);
      const [first = part] = parts;
      const expected = from ?? first.format;
      if (!canBeReadAs(part.format, expected)) {
        throw new ConversionError(
          'unsupported_content',
          `Document ${parts.length + 1} is ${part.format}, not ${expected}. Send documents of one format.`,
        );
      }
      parts.push(part);
      if (parts.length > 1 && sizeOf(parts) > maxBytesOfJob) throw tooLarge();
    }
    const [first, ...further] = parts;
    if (first === undefined) throw new Error('A step has no documents');
    const { bytes, filename, format } = first;
    return { bytes, further: further.map((part) => part.bytes), filename, from: from ?? format };
  };
