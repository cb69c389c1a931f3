import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scratchFolder } from '../../../base/scratch-folder.ts';
import { writeFontConfig } from '../../fonts/font-config.ts';
import { exportFilter, exportService } from '../filters.ts';
import type { OfficeJob, OfficeResult } from '../office-program.ts';
import type { LibreOffice } from './installation.ts';
import { loadOfficeKit, type OfficeKit } from './office-kit.ts';
import { createProfile } from './profile.ts';

let loaded: { readonly kit: OfficeKit; readonly profile: string } | undefined;

/** Loads LibreOffice into this process once. Throws Error if it fails. */
function openOfficeKit(office: LibreOffice): NonNullable<typeof loaded> {
  if (loaded === undefined) {
    const profile = createProfile(scratchFolder, office.version);
    loaded = { kit: loadOfficeKit(office, profile, writeFontConfig(profile)), profile };
  }
  return loaded;
}

// Basic parses the URL as a quoted argument, so encode quotes and parentheses.
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

async function runMacro(office: LibreOffice, folder: string, job: MacroJob): Promise<OfficeResult> {
  const { kit, profile } = openOfficeKit(office);
  const jobFile = join(folder, 'job');
  const reply = join(folder, 'reply');
  const target = join(folder, `target.${job.to}`);
  const roots = [folder, join(profile, 'tmp'), dirname(office.program)].map(folderUrl);
  const lines = [
    job.source,
    pathToFileURL(target).href,
    job.filter,
    exportService(job.to),
    codesOf(job.password ?? ''),
    roots.join(' '),
    ...Object.entries(job.filterData).map(([name, value]) => `${name},${typeOf(value)},${value}`),
  ];
  await writeFile(jobFile, `${lines.join('\n')}\n`);
  kit.runMacro(`macro:///Standard.Job.Run("${macroArgument(jobFile)}","${macroArgument(reply)}")`);
  const [outcome = '', readBy = '', ...prompts] = (await readFile(reply, 'utf8')).split(/\r?\n/);
  const result = { outcome, readBy, prompts: prompts.filter((line) => line !== '') };
  return existsSync(target) ? { ...result, bytes: await readFile(target) } : result;
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
 * Converts one document. Blocks the thread until it is done; the parent process enforces the time limit. Throws Error
 * if LibreOffice fails to load or does not reply.
 */
export function runOfficeJob(office: LibreOffice, job: OfficeJob): Promise<OfficeResult> {
  return inFolder(async (folder) => {
    const source = join(folder, `source.${job.from}`);
    await writeFile(source, job.input);
    const filter = exportFilter(job.from, job.to);
    return await runMacro(office, folder, { ...job, source: pathToFileURL(source).href, filter });
  });
}

/** Loads LibreOffice and exports an empty document, so that the libraries are in memory for the first one. */
export async function warmOfficeKit(office: LibreOffice): Promise<void> {
  const empty = {
    source: 'private:factory/swriter',
    to: 'pdf',
    filter: exportFilter('docx', 'pdf'),
    filterData: {},
  };
  // Before another engine loads sharp: see bindSharp.
  openOfficeKit(office);
  await inFolder((folder) => runMacro(office, folder, empty));
}

/** Returns the version of the loaded LibreOffice; undefined before it is loaded. */
export const loadedVersion = (): string | undefined => loaded?.kit.version;
