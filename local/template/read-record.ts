import { readFile } from 'node:fs/promises';
import { isRecord, type JsonRecord, TemplateError } from './json.ts';

/**
 * Reads a file that contains a JSON object.
 *
 * @throws {TemplateError} if it cannot be read or is not an object
 */
export async function readRecord(path: string): Promise<JsonRecord> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isRecord(value)) return value;
  } catch (cause) {
    throw new TemplateError(`Cannot read ${path}`, { cause });
  }
  throw new TemplateError(`${path} is not a JSON object`);
}
