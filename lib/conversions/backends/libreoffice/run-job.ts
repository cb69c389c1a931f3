import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeFontConfig } from '../fonts/font-config.ts';
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

// While a document is converted, the folder for temporary files is that document's own and goes with it.
const scratchFolder = tmpdir();

let loaded: { readonly kit: OfficeKit; readonly profile: string } | undefined;

/** LibreOffice in this process, loaded once. Throws Error where it can't be. */
function openOfficeKit(office: LibreOffice): NonNullable<typeof loaded> {
  if (loaded === undefined) {
    const profile = createProfile(scratchFolder, office.version);
    loaded = { kit: loadOfficeKit(office, profile, writeFontConfig(profile)), profile };
  }
  return loaded;
}

// Basic reads a URL inside of quotes: what a path may still have of its signs is encoded.
const macroArgument = (path: string): string =>
  pathToFileURL(path).href.replaceAll('"', '%22').replaceAll('(', '%28').replaceAll(')', '%29');

const typeOf = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? 'b' : typeof value === 'number' ? 'i' : 's';

const codesOf = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).join(',');

const folderUrl = (path: string): string => `${pathToFileURL(path).href}/`;

interface MacroJob extends Pick<OfficeJob, 'to' | 'password' | 'filterData'> {
  readonly source: string;
  readonly filter: string;
}

async function runMacro(office: LibreOffice, folder: string, job: MacroJob): Promise<OfficeAnswer> {
  const { kit, profile } = openOfficeKit(office);
  const jobFile = join(folder, 'job');
  const reply = join(folder, 'reply');
  const target = join(folder, `target.${job.to}`);
  const roots = [folder, join(profile, 'tmp'), dirname(office.program)].map(folderUrl);
  const lines = [
    job.source,
    pathToFileURL(target).href,
    job.filter,
    codesOf(job.password ?? ''),
    roots.join(' '),
    ...Object.entries(job.filterData).map(([name, value]) => `${name},${typeOf(value)},${value}`),
  ];
  await writeFile(jobFile, `${lines.join('\n')}\n`);
  kit.runMacro(`macro:///Standard.Job.Run("${macroArgument(jobFile)}","${macroArgument(reply)}")`);
  const [outcome = '', readBy = '', ...asked] = (await readFile(reply, 'utf8')).split(/\r?\n/);
  const answer = { outcome, readBy, asked: asked.filter((line) => line !== '') };
  return existsSync(target) ? { ...answer, bytes: await readFile(target) } : answer;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Converts one document. Holds the thread until it is done: what never ends is ended by whoever watches this process.
 * Throws Error where LibreOffice can't be loaded or does not answer.
 */
export function runOfficeJob(office: LibreOffice, job: OfficeJob): Promise<OfficeAnswer> {
  return inFolder(async (folder) => {
    const source = join(folder, `source.${job.from}`);
    await writeFile(source, job.input);
    const filter = exportFilter(job.from, job.to);
    return await runMacro(office, folder, { ...job, source: pathToFileURL(source).href, filter });
  });
}

/** Loads LibreOffice and has it print an empty document, so that the first one finds its libraries in memory. */
export async function warmOfficeKit(office: LibreOffice): Promise<void> {
  const empty = {
    source: 'private:factory/swriter',
    to: 'pdf',
    filter: exportFilter('docx', 'pdf'),
    filterData: {},
  };
  // At once: see bindSharp.
  openOfficeKit(office);
  await inFolder((folder) => runMacro(office, folder, empty));
}

/** The version of the LibreOffice that is loaded, or of the one that would be. */
export const officeVersion = (office: LibreOffice): string => loaded?.kit.version ?? office.version;
