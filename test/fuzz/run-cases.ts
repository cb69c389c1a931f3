import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversionReport, Target } from '../../lib/conversions/engine/engine.ts';
import { ConversionError } from '../../lib/conversions/errors.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { convert, extract } from '../../lib/conversions/index.ts';
import { createEngineProcess } from '../../lib/conversions/process/engine-process.ts';
import { formatsTable } from '../../lib/conversions/routing/formats-table.ts';
import { mutate } from './mutate.ts';
import { createRandom } from './random.ts';
import type { Sample } from './samples.ts';

/** A document that an engine did not survive. */
export interface Finding {
  /** Number of the case. With the seed and the samples, it generates the same file again. */
  readonly index: number;
  readonly sample: string;
  readonly target: Target;
  readonly from: Format;
  readonly bytes: Buffer;
  /** Why it counts: an error's code, or how an engine on the way ended. */
  readonly outcome: string;
  readonly detail: string;
}

interface RunCasesOptions {
  readonly samples: readonly Sample[];
  readonly seed: string;
  readonly first: number;
  /** Called before each case. */
  readonly goesOn: (index: number) => boolean;
  readonly onFinding: (finding: Finding) => void | Promise<void>;
}

const MEMORY_BYTES = 1536 * 1024 ** 2;
// Starting an engine, and a rate of 20 KB per second: a hundredth of that of real documents.
const BASE_SECONDS = 20;
const BYTES_PER_SECOND = 20_000;

// On a busy machine, a document takes longer by this factor.
const share = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

const ours: readonly string[] = ['internal_error', 'conversion_timeout', 'out_of_memory'];
const dead: readonly string[] = ['crashed', 'timed_out', 'out_of_memory', 'failed'];
const pairs = formatsTable();

const detailOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.stack}\n${error.cause === undefined ? '' : detailOf(error.cause)}`
    : String(error);

/** The case of a number: which sample, changed how, into what. A quick one is an extraction: nothing is typeset or drawn. */
export function caseOf(seed: string, index: number, samples: readonly Sample[], isQuick = false) {
  const random = createRandom(`${seed} ${index}`);
  const format = random.pick([...new Set(samples.map((sample) => sample.format))]);
  const alike = samples.filter((sample) => sample.format === format);
  const [sample, other] = [random.pick(alike), random.pick(alike)];
  const bytes = mutate(format, sample.bytes, other.bytes, random);
  const { operation, to } = random.pick(
    pairs.filter((pair) => pair.from === format && (!isQuick || pair.operation === 'extract')),
  );
  return { sample: sample.name, from: format, bytes, target: { operation, to } as Target };
}

/** Runs a document in an engine process. Undefined if nothing is wrong: a result, or an error about the document. */
type Judge = (
  from: Format,
  target: Target,
  bytes: Buffer,
) => Promise<{ readonly outcome: string; readonly detail: string } | undefined>;

async function judged(run: () => Promise<{ readonly report: ConversionReport; readonly log?: string }>) {
  try {
    const { report, log = '' } = await run();
    const died = report.tried.find((attempt) => dead.includes(attempt.outcome));
    return died && { outcome: `${died.engine} ${died.outcome}`, detail: log };
  } catch (error) {
    if (error instanceof ConversionError && !ours.includes(error.code)) return undefined;
    const outcome = error instanceof ConversionError ? error.code : 'thrown';
    return { outcome, detail: detailOf(error) };
  }
}

/** A judge in this process: in a fraction of the time, but a crash, a hang or a flood of memory ends this process too. */
export const judgeHere: Judge = async (from, target, bytes) =>
  await judged(() =>
    target.operation === 'convert'
      ? convert(bytes, { from, to: target.to })
      : extract(bytes, { from, format: target.to }),
  );

/** A judge with its own engine process, as in the service; `close` ends it. */
export async function createJudge(): Promise<{ readonly judge: Judge; readonly close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'docforge-fuzz-'));
  const entry = new URL('../../lib/conversions/process/engine-main.ts', import.meta.url);
  const engine = createEngineProcess({ entry, memoryLimitBytes: MEMORY_BYTES });
  const [inputPath, outputPath] = [join(folder, 'input'), join(folder, 'output')];
  const judge: Judge = async (from, { operation, to }, bytes) => {
    await writeFile(inputPath, bytes);
    await rm(outputPath, { force: true });
    const task = { tenant: 'fuzz', operation, from, to, options: {}, inputPath, outputPath };
    const deadlineSeconds = (BASE_SECONDS + bytes.length / BYTES_PER_SECOND) * share();
    return await judged(() => engine.run(task, { deadlineSeconds }));
  };
  return {
    judge,
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Generates cases and runs them one after the other. Returns their number. */
export async function runCases({
  samples,
  seed,
  first,
  goesOn,
  onFinding,
}: RunCasesOptions): Promise<number> {
  const { judge, close } = await createJudge();
  let index = first;
  try {
    for (; goesOn(index); index += 1) {
      const { from, target, bytes, sample } = caseOf(seed, index, samples);
      const found = await judge(from, target, bytes);
      if (found !== undefined) await onFinding({ index, sample, from, target, bytes, ...found });
    }
  } finally {
    await close();
  }
  return index - first;
}

/** A short name for bytes. */
export const digestOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 12);
