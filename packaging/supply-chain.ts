import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { root } from './build-package.ts';

/** Licences that allow a package in the service, in the library and in the container image. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages with another licence, and why they may be used. */
const reviewed: Readonly<Record<string, string>> = {
  '@img/sharp-': 'contains libvips (LGPL) as a library of its own, which can be replaced',
  'png-js': 'states no licence in its package.json; its file LICENSE is that of MIT',
};

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.string().optional(), dev: z.boolean().optional(), link: z.boolean().optional() }),
  ),
});

/** Returns true if one of the alternatives of an SPDX expression contains only allowed licences. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(/ OR |\//)
    .some((alternative) => alternative.split(' AND ').every((name) => allowed.has(name.trim())));

/** Lists the packages of a lock file, but for development, whose licence is neither allowed nor reviewed. */
export const licenceFaults = (lock: unknown): readonly string[] =>
  Object.entries(lockSchema.parse(lock).packages).flatMap(([path, { license, dev, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (!path.includes('node_modules/') || dev === true || link === true) return [];
    if (isAllowed(license ?? '')) return [];
    if (Object.keys(reviewed).some((start) => name.startsWith(start))) return [];
    return [`${name} has the licence ${license ?? 'of no name'}`];
  });

const auditSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string().default('') })),
});

/** Severities with which a release must not be made. */
const severe = ['high', 'critical'];

/** Lists the packages with a severe known vulnerability; undefined if the registry did not answer with a report. */
export const auditFaults = (output: string): readonly string[] | undefined => {
  let report: unknown;
  try {
    report = JSON.parse(output);
  } catch {
    return undefined;
  }
  const parsed = auditSchema.safeParse(report);
  if (!parsed.success) return undefined;
  return Object.entries(parsed.data.vulnerabilities).flatMap(([name, { severity, range }]) =>
    severe.includes(severity) ? [`${name} ${range} has a known vulnerability (${severity})`] : [],
  );
};

const npm = (...args: readonly string[]): string =>
  spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).stdout;

/** Checks licences and known vulnerabilities, and writes the list of all packages, an SBOM. Returns the faults. */
const checkSupplyChain = (): readonly string[] => {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const file = join(root, 'build', 'sbom.cdx.json');
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(file, npm('sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'));
  process.stdout.write(`The packages are listed in ${file}\n`);
  const known = auditFaults(
    npm('audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'),
  );
  if (known === undefined)
    process.stdout.write('The registry does not report vulnerabilities; they were not checked\n');
  return [...licenceFaults(lock), ...(known ?? [])];
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = checkSupplyChain();
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
