import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, type Json, type JsonRecord } from '../template/json.ts';
import type { FunctionFailure } from './messages.ts';

/** Prints a line on the terminal. */
export type Report = (line: string) => void;

/** The log of a function. */
export type FunctionLog = {
  readonly output: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
  /** Logs a failed invocation, as Lambda does. */
  readonly failure: (requestId: string, failure: FunctionFailure) => void;
  close(): Promise<void>;
};

/** A log larger than this, in bytes, is renamed at the next start. */
const maxLogBytes = 10_000_000;

/** The maximum length of a reported message, in characters. */
const maxReportLength = 300;

/** A repeated message is reported once per this many milliseconds. */
const repeatMilliseconds = 10_000;

/**
 * Appends a function's output to `<directory>/<name>.log` and reports its warnings and errors, one line each.
 *
 * Reports a JSON line by its `level`, and any other line if it is from stderr. Stack traces are only in the file.
 *
 * @param onRecord receives each JSON line
 */
export function openFunctionLog(
  directory: string,
  name: string,
  report: Report,
  onRecord?: (record: JsonRecord) => void,
): FunctionLog {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `${name}.log`);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(path, `${path}.1`);
  const file = createWriteStream(path, { flags: 'a' });
  file.on('error', (error) => report(`${name}: cannot write ${path}: ${error.message}`));

  const reported = new Map<string, number>();
  const reportOnce = (text: string): void => {
    const line = `${name}: ${text.length > maxReportLength ? `${text.slice(0, maxReportLength)}...` : text}`;
    const now = Date.now();
    if (now - (reported.get(line) ?? 0) < repeatMilliseconds) return;
    if (reported.size > 100) reported.clear();
    reported.set(line, now);
    report(line);
  };
  const remainders = { stdout: '', stderr: '' };
  return {
    output: (stream, chunk) => {
      file.write(chunk);
      const lines = (remainders[stream] + chunk.toString('utf8')).split('\n');
      remainders[stream] = lines.pop() ?? '';
      for (const line of lines) {
        const record = parseRecord(line);
        if (record !== undefined) onRecord?.(record);
        const text = worthReporting(stream, line, record);
        if (text !== undefined) reportOnce(text);
      }
    },
    failure: (requestId, { errorType, errorMessage, trace }) => {
      const record = {
        level: 'ERROR',
        message: 'Invocation failed',
        requestId,
        errorType,
        errorMessage,
        trace,
      };
      file.write(`${JSON.stringify(record)}\n`);
      reportOnce(`${errorType}: ${errorMessage.replace(/^RequestId: \S+ Error: /, '')}`);
    },
    close: () => new Promise((resolve) => file.end(resolve)),
  };
}

function worthReporting(
  stream: 'stdout' | 'stderr',
  line: string,
  record: JsonRecord | undefined,
): string | undefined {
  if (record === undefined) {
    // Of a stack trace, report only the first line.
    return stream === 'stderr' && /^\S/.test(line) ? line : undefined;
  }
  const { level, message, error } = record;
  if (level !== 'WARN' && level !== 'ERROR' && level !== 'CRITICAL') return undefined;
  const cause = isRecord(error) ? ` (${error.name}: ${error.message})` : '';
  return `${level} ${message}${cause}`;
}

function parseRecord(line: string): JsonRecord | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: Json = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
