import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, runProgram } from '../engines/peers.ts';

/** Reads a file as text or markdown. Returns undefined if the tool does not read it, or not in time. */
export type TextReader = (path: string) => Promise<string | undefined>;

// Some documents make a peer go on for ever.
const SECONDS = 30;

const commands: Readonly<Record<string, { readonly script: string; readonly options: readonly string[] }>> = {
  anydoc: { script: '@firecrawl/anydoc/cli.js', options: [] },
  officeparser: { script: 'officeparser/dist/cli.js', options: ['--to=md'] },
};

/** The libraries of `bench/peers` that write markdown, each in a process of its own with a time limit. */
export function markdownReaders(): Map<string, TextReader> {
  const readers = new Map<string, TextReader>();
  for (const [name, { script, options }] of Object.entries(commands)) {
    const path = fileURLToPath(new URL(`../peers/node_modules/${script}`, import.meta.url));
    if (!existsSync(path)) continue;
    readers.set(name, async (file) => {
      const args = [path, file, ...options];
      const { ok, output } = await runProgram(process.execPath, args, { seconds: SECONDS });
      return ok ? output.toString() : undefined;
    });
  }
  return readers;
}

// One start of LibreOffice for so many documents: a document that stops it takes the rest of its group with it.
const GROUP = 10;
const GROUP_SECONDS = 120;

/**
 * Converts files with LibreOffice, many with each start, and gives `read` the path of each result. Returns undefined if it is
 * not installed.
 */
export async function withOffice<Result>(
  paths: readonly string[],
  to: string,
  read: (converted: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result | undefined> {
  const office = findProgram('soffice');
  if (office === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'quality-'));
  try {
    const results = join(folder, 'results');
    await mkdir(results);
    // Files of different formats may have the same name.
    const copies = paths.map((path, at) => ({
      path,
      stem: `file-${at}`,
      copy: join(folder, `file-${at}-${basename(path)}`),
    }));
    await Promise.all(copies.map(({ path, copy }) => copyFile(path, copy)));
    for (let at = 0; at < copies.length; at += GROUP) {
      const files = copies.slice(at, at + GROUP).map(({ copy }) => copy);
      const args = ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', to];
      await runProgram(office, [...args, '--outdir', results, ...files], { seconds: GROUP_SECONDS });
    }
    const written = await readdir(results);
    const converted = copies.flatMap(({ path, stem }) => {
      const name = written.find((each) => each.startsWith(`${stem}-`) && each.endsWith(`.${to}`));
      return name === undefined ? [] : [[path, join(results, name)] as const];
    });
    return await read(new Map(converted));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
