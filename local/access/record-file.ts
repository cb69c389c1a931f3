import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../write-atomically.ts';
import { type AccessRecord, type AccessSummary, mergeSummaries } from './record.ts';

/** The interval between writes in milliseconds, so that a record survives a kill of the stack. */
const intervalMilliseconds = 500;

/**
 * Writes a stack's record to its own file in a folder that several stacks share.
 *
 * @returns a function that writes the rest and stops
 */
export async function keepRecord(record: AccessRecord, directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${randomUUID()}.json`);
  let written = '';
  const write = async (): Promise<void> => {
    const text = JSON.stringify(record.summary());
    if (text === written) return;
    written = text;
    await writeAtomically(path, text);
  };
  const timer = setInterval(() => void write().catch(() => undefined), intervalMilliseconds);
  return async () => {
    clearInterval(timer);
    await write();
  };
}

/** Reads and merges the records of all stacks in a folder. */
export async function readRecords(directory: string): Promise<AccessSummary> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  return mergeSummaries(texts.map((text): AccessSummary => JSON.parse(text)));
}
