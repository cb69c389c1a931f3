import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from './build-package.ts';

/** Files that no package should have. */
const unwanted =
  /(?:^|\/)(?:tests?|__tests__|fixtures|\.env|\.npmrc|\.git[^/]*|\.DS_Store|__pycache__)(?:\/|$)|\.(?:test|spec)\.\w+$|\.tsbuildinfo$/;

/** Secrets by their forms: keys of the service, of AWS, npm and Stripe, and private keys. */
const secrets =
  /df_live_[0-9A-Za-z]{32}|AKIA[0-9A-Z]{16}|npm_[0-9A-Za-z]{36}|[sr]k_live_\w{10}|-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{20}/;

const text = /\.(?:[cm]?[jt]s|json|map|md|py|toml|html|css)$|\/METADATA$|\/RECORD$/;

/** Returns what is wrong with the files of a package, in sentences. Packages that are part of it are only searched for paths of this machine. */
export const contentProblems = (folder: string, required: readonly string[]): readonly string[] => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  const problems = required.flatMap((path) => (files.includes(path) ? [] : [`${path} is missing.`]));
  const machinePaths = [root, homedir()].filter((path) => path.length > 1).map((path) => `${path}/`);
  for (const path of files) {
    const isOwn = !path.startsWith('node_modules/');
    if (isOwn && unwanted.test(path)) problems.push(`${path} does not belong into a package.`);
    if (!text.test(path)) continue;
    const content = readFileSync(join(folder, path), 'utf8');
    const found = machinePaths.find((each) => content.includes(each));
    if (found !== undefined) problems.push(`${path} contains ${found}, a path of this machine.`);
    if (isOwn && secrets.test(content)) problems.push(`${path} contains what looks like a secret.`);
    if (isOwn && path.endsWith('.map') && content.includes('"sourcesContent"'))
      problems.push(`${path} is a source map with the sources.`);
  }
  return problems;
};

type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The files that a manifest names, and those that every package has. */
export const requiredFiles = (manifest: {
  readonly exports?: Exports;
  readonly bin?: Readonly<Record<string, string>>;
}): readonly string[] => {
  const named = Object.values(manifest.exports ?? {}).flatMap((each) =>
    typeof each === 'string' ? [each] : Object.values(each),
  );
  const all = ['README.md', 'LICENSE', ...named, ...Object.values(manifest.bin ?? {})];
  return [...new Set(all.map((path) => path.replace(/^\.\//, '')))];
};

/** Licences whose texts the package itself has. */
const commonLicences = ['Apache-2.0', 'MIT'];

/** Returns the included packages whose licence has no text in the package. */
export const packagesWithoutLicence = (folder: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => {
    const included = join(folder, 'node_modules', name);
    const { license } = JSON.parse(readFileSync(join(included, 'package.json'), 'utf8'));
    const hasText = readdirSync(included).some((file) => /^(?:licen[cs]e|copying|notice|ofl)/i.test(file));
    return !hasText && !commonLicences.includes(license);
  });
