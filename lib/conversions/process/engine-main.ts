import { readFile, writeFile } from 'node:fs/promises';
import { ConversionError } from '../../errors.ts';
import type { Progress } from '../engine.ts';
import { engines } from '../engines/table.ts';
import { isEngineInstalled } from '../router.ts';
import { internalErrorMessage, runRoutes } from '../run-routes.ts';
import type { ChildMessage, ConvertMessage } from './messages.ts';
import { warmEngines } from './warm-engines.ts';

// The program of the engine process. It serves one document at a time, told by messages of its parent.

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });
}

const detailOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.stack ?? error.message}${error.cause ? `\n${detailOf(error.cause)}` : ''}`
    : String(error);

const toWire = (error: ConversionError) => ({
  code: error.code,
  message: error.message,
  detail: detailOf(error),
});

async function convert(message: ConvertMessage): Promise<ChildMessage> {
  // Libraries that need a scratch file ask for the system's folder.
  process.env.TMPDIR = message.workDirectory;
  const began = performance.now();
  const input = await readFile(message.inputPath);
  const further = await Promise.all(message.furtherPaths.map((path) => readFile(path)));
  const read = performance.now();
  const onProgress = (progress: Progress): void => {
    void send({ type: 'progress', progress });
  };
  const result = await runRoutes(
    input,
    { ...message, further, onProgress },
    {
      tried: message.tried,
      onRoute: (name, refusal) => send({ type: 'engine', name, refusal: refusal && toWire(refusal) }),
    },
  );
  const converted = performance.now();
  await writeFile(message.outputPath, result.bytes);
  const { mimeType, extension, report } = result;
  return {
    type: 'done',
    mimeType,
    extension,
    sizeBytes: result.bytes.byteLength,
    report,
    phases: { read: read - began, convert: converted - read, write: performance.now() - converted },
  };
}

async function answer(message: ConvertMessage): Promise<void> {
  const reply = await convert(message).catch((error: unknown): ChildMessage => {
    const known =
      error instanceof ConversionError
        ? error
        : new ConversionError('internal_error', internalErrorMessage, { cause: error });
    return { type: 'failed', error: toWire(known) };
  });
  await send(reply);
}

process.on('message', (message: ConvertMessage) => {
  void answer(message);
});
// Without a parent there is nobody to answer.
process.on('disconnect', () => process.exit(0));

// Text to pdf and right-to-left reading load their libraries with their first document.
await warmEngines(engines.filter(isEngineInstalled));
await send({ type: 'ready' });
