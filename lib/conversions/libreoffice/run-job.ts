import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeFontConfig } from '../text/font-config.ts';
import { exportFilter, type OfficeFormat } from './filters.ts';
import type { LibreOffice } from './installation.ts';
import { loadOfficeKit, type OfficeKit } from './office-kit.ts';
import { createProfile } from './profile.ts';

/** A document on its way through LibreOffice. */
export interface OfficeJob {
  readonly input: Uint8Array;
  readonly from: OfficeFormat;
  readonly to: string;
  readonly password?: string | undefined;
  /** Options of the filter that writes, such as `PageRange`. */
  readonly filterData: Readonly<Record<string, string | number | boolean>>;
}

/** What LibreOffice made of it. */
export interface OfficeAnswer {
  /** Undefined where there is none. */
  readonly bytes?: Buffer | undefined;
  /** `done`, or what failed. */
  readonly outcome: string;
  /** Name of the filter that read the document. */
  readonly readBy: string;
  /** What it asked about: `password`, `broken`, or anything else in LibreOffice's words. */
  readonly asked: readonly string[];
}

let kit: OfficeKit | undefined;

/** LibreOffice in this process, loaded once. Throws Error where it can't be. */
export function openOfficeKit(office: LibreOffice): OfficeKit {
  if (kit === undefined) {
    const folder = tmpdir();
    const profile = createProfile(folder, office.version);
    kit = loadOfficeKit(office, profile, writeFontConfig(profile, join(folder, 'fontconfig-cache')));
  }
  return kit;
}

// Basic reads a URL inside of quotes: what a path may still have of its signs is encoded.
const macroArgument = (path: string): string =>
  pathToFileURL(path).href.replaceAll('"', '%22').replaceAll('(', '%28').replaceAll(')', '%29');

const typeOf = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? 'b' : typeof value === 'number' ? 'i' : 's';

const codesOf = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).join(',');

async function run(office: OfficeKit, folder: string, lines: readonly string[]): Promise<OfficeAnswer> {
  const job = join(folder, 'job');
  const reply = join(folder, 'reply');
  await writeFile(job, `${lines.join('\n')}\n`);
  office.runMacro(`macro:///Standard.Job.Run("${macroArgument(job)}","${macroArgument(reply)}")`);
  const [outcome = '', readBy = '', ...asked] = (await readFile(reply, 'utf8')).split(/\r?\n/);
  return { outcome, readBy, asked: asked.filter((line) => line !== '') };
}

/**
 * Converts one document. Holds the thread until it is done: what never ends is ended by whoever watches this process.
 * Throws Error where LibreOffice can't be loaded or does not answer.
 */
export async function runOfficeJob(office: LibreOffice, job: OfficeJob): Promise<OfficeAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'));
  const source = join(folder, `source.${job.from}`);
  const target = join(folder, `target.${job.to}`);
  try {
    await writeFile(source, job.input);
    const lines = [
      pathToFileURL(source).href,
      pathToFileURL(target).href,
      exportFilter(job.from, job.to),
      codesOf(job.password ?? ''),
      ...Object.entries(job.filterData).map(([name, value]) => `${name},${typeOf(value)},${value}`),
    ];
    const answer = await run(openOfficeKit(office), folder, lines);
    return existsSync(target) ? { ...answer, bytes: await readFile(target) } : answer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loads LibreOffice and has it make an empty document, so that the first one finds its libraries in memory. */
export async function warmOfficeKit(office: LibreOffice): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'));
  try {
    const target = pathToFileURL(join(folder, 'target.pdf')).href;
    await run(openOfficeKit(office), folder, [
      'private:factory/swriter',
      target,
      exportFilter('docx', 'pdf'),
      '',
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The version of the LibreOffice that is loaded, or of the one that would be. */
export const officeVersion = (office: LibreOffice): string => kit?.version ?? office.version;
