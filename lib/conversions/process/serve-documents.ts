import { readFile, writeFile } from 'node:fs/promises';
import { ConversionError } from '../errors.ts';
// Loaded before the first document changes TMPDIR.
import '../base/scratch-folder.ts';
// What every document passes through after it was read.
import '../document/complete-document.ts';
import { WARM_ENGINES } from '../base/child-environment.ts';
import { recordFault } from '../base/fault-record.ts';
import type { Progress } from '../engine/engine.ts';
import {
  isHandover,
  type NumberedPage,
  PagesToRecognize,
  type Recognition,
  RecognizedPages,
} from '../engine/recognition.ts';
import { isEngineInstalled } from '../routing/attempts.ts';
import { foreseen, internalErrorMessage } from '../routing/failures.ts';
import { readPlan } from '../routing/plan.ts';
import { engines } from '../routing/registry.ts';
import { runPlan } from '../routing/run-plan.ts';
import type { ChildMessage, ConvertMessage, RecognitionTask, ResetMessage } from './messages.ts';
import { openParentPipe } from './parent-pipe.ts';
import type { Sandbox } from './sandbox/enter-sandbox.ts';
import { warmEngines } from './warm-engines.ts';

type Converted = Omit<Extract<ChildMessage, { type: 'done' }>, 'hasFailed'>;
type Unrecognized = Extract<ChildMessage, { type: 'unrecognized' }>;
type Send = (message: ChildMessage) => Promise<void>;

const detailOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.stack ?? error.message}${error.cause ? `\n${detailOf(error.cause)}` : ''}`
    : String(error);

/** For a library's caller; the service logs the record only. */
const DETAIL_CHARACTERS = 65_536;

const toWire = (error: ConversionError) => ({
  code: error.code,
  message: error.message,
  detail: detailOf(error).slice(0, DETAIL_CHARACTERS),
  record: recordFault(error),
});

/** Reads the pages that other processes recognized. */
async function readRecognition(task: RecognitionTask | undefined): Promise<Recognition | undefined> {
  if (task?.role !== 'assemble') return task;
  const pages = new Map<number, NumberedPage>();
  for (const path of task.paths) {
    const some = JSON.parse(await readFile(path, 'utf8')) as readonly NumberedPage[];
    for (const page of some) pages.set(page.pageNum, page);
  }
  return { role: 'assemble', pages, failed: task.failed };
}

/** Writes pages for the process that assembles the document. */
async function writeRecognized({ pages }: RecognizedPages, outputPath: string): Promise<Converted> {
  await writeFile(outputPath, JSON.stringify(pages));
  return {
    type: 'done',
    mimeType: 'application/json',
    extension: 'json',
    report: {
      engine: 'recognition',
      version: '',
      tried: [],
      pages: pages.length,
      ocr_pages: pages.length,
      fonts_substituted: [],
      warnings: [],
    },
    phases: {},
  };
}

async function convert(
  message: ConvertMessage,
  send: Send,
  onFailure: () => void,
): Promise<Converted | Unrecognized> {
  // Libraries that need a scratch file use the system's temporary folder.
  process.env.TMPDIR = message.workDirectory;
  const began = performance.now();
  const input = await readFile(message.inputPath);
  const further = await Promise.all(message.furtherPaths.map((path) => readFile(path)));
  const read = performance.now();
  const onProgress = (progress: Progress): void => {
    void send({ type: 'progress', progress });
  };
  const { filename, maxResultBytes, tried } = message;
  const recognition = await readRecognition(message.recognition);
  const result = await runPlan(input, readPlan(message.plan), {
    filename,
    maxResultBytes,
    further,
    tried,
    recognition,
    onProgress,
    onFailure,
    onRoute: (name, refusal) => send({ type: 'engine', name, refusal: refusal && toWire(refusal) }),
  }).catch((thrown: unknown) => {
    if (isHandover(thrown)) return thrown;
    throw thrown;
  });
  if (result instanceof PagesToRecognize) return { type: 'unrecognized', pages: [...result.pages] };
  if (result instanceof RecognizedPages) return await writeRecognized(result, message.outputPath);
  const converted = performance.now();
  await writeFile(message.outputPath, result.bytes);
  const { mimeType, extension, report } = result;
  return {
    type: 'done',
    mimeType,
    extension,
    report,
    phases: { read: read - began, convert: converted - read, write: performance.now() - converted },
  };
}

async function respond(message: ConvertMessage, send: Send): Promise<void> {
  let hasFailed = false;
  const onFailure = (): void => {
    hasFailed = true;
  };
  const reply = await convert(message, send, onFailure).catch((thrown: unknown) => {
    const error = foreseen(thrown);
    if (error instanceof ConversionError) return { type: 'failed', error: toWire(error) } as const;
    onFailure();
    const unknown = new ConversionError('internal_error', internalErrorMessage, { cause: error });
    return { type: 'failed', error: toWire(unknown) } as const;
  });
  await send(reply.type === 'unrecognized' ? reply : { ...reply, hasFailed });
}

/** Removes everything that documents left in the engines. */
async function reset(send: Send): Promise<void> {
  const resets = new Set(engines.flatMap((engine) => engine.reset?.run ?? []));
  const results = await Promise.all([...resets].map((run) => run().catch(() => false)));
  await send({ type: 'reset', isClean: !results.includes(false) });
}

/** Serves one document at a time as the parent requests. Exits when the parent is gone. */
export async function serveDocuments(sandbox: Sandbox): Promise<void> {
  const { send } = openParentPipe(
    // The parent is trusted: it is part of this project.
    (message) => {
      const request = message as ConvertMessage | ResetMessage;
      void ('type' in request ? reset(send) : respond(request, send));
    },
    () => process.exit(0),
  );
  // Loading all would take most of a start. Without names, these are the engines for which a worker exists.
  const names = process.env[WARM_ENGINES]?.split(' ');
  const warmed = engines.filter(({ name, worker }) => names?.includes(name) ?? worker !== undefined);
  await warmEngines(warmed.filter(isEngineInstalled));
  await send({ type: 'ready', sandbox });
}
