import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { browserFolder } from '../../backends/chromium/unpack-browser.ts';
import { preparedFolders } from '../../base/child-environment.ts';
import { packageFolders } from '../../base/package-assets.ts';
import type { FileView } from './landlock.ts';

/** System programs, libraries and settings. Node.js may be in /opt; Lambda has it in /var/lang. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/opt', '/var/lang', '/var/runtime'];

/** Files that the C library, fontconfig and Chromium read; the rest of /etc is hidden. */
const settings = [
  'ld.so.cache',
  'localtime',
  'timezone',
  'locale.alias',
  'nsswitch.conf',
  'passwd',
  'group',
  'ssl/openssl.cnf',
  'pki/tls/openssl.cnf',
  'crypto-policies',
  'fonts',
  'mime.types',
  'os-release',
].map((name) => join('/etc', name));

/** Settings of Debian's Java, which its folder in /usr links to. */
const javaSettings = (): string[] =>
  readdirSync('/etc')
    .filter((name) => name.startsWith('java-') && name.endsWith('-openjdk'))
    .map((name) => join('/etc', name));

/** Kernel tables. Landlock itself hides processes outside the sandbox in `/proc`. */
const kernel = ['/proc', '/sys/devices/system', '/sys/fs/cgroup'];

const devices = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => join('/dev', name));

/** Returns a program's project, package or bundle: the nearest folder with packages or a manifest. */
function rootOf(program: string): string {
  const isRoot = (folder: string): boolean =>
    ['node_modules', 'package.json'].some((name) => existsSync(join(folder, name)));
  let folder = dirname(program);
  while (!isRoot(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return isRoot(folder) ? folder : dirname(program);
}

/** Lists all but hidden files, which contain local data and secrets. */
const visibleIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(folder, name));

const NODE_MODULES = `${sep}node_modules${sep}`;

/** Returns the real folders of symlinked packages, including the packages beside them. */
function linkedFrom(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const scoped = entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('@'))
    .flatMap((entry) => readdirSync(join(folder, entry.name), { withFileTypes: true }));
  return [...entries, ...scoped]
    .filter((entry) => entry.isSymbolicLink() && existsSync(join(entry.parentPath, entry.name)))
    .map((entry) => {
      const path = realpathSync(join(entry.parentPath, entry.name));
      const end = path.lastIndexOf(NODE_MODULES);
      return end < 0 ? path : path.slice(0, end + NODE_MODULES.length);
    });
}

/** Returns the manifests above some folders. Node.js reads a module's nearest one and fails if access is denied. */
function manifestsAbove(folders: Iterable<string>): string[] {
  const manifests = new Set<string>();
  for (const start of folders) {
    for (let folder = dirname(start); folder !== dirname(folder); folder = dirname(folder)) {
      const manifest = join(folder, 'package.json');
      if (existsSync(manifest)) manifests.add(manifest);
    }
  }
  return [...manifests];
}

/** Returns what an engine process needs of the file system. `folder` is its own; `program` is its main module. */
export function engineView(folder: string, program: string): FileView {
  const packages = packageFolders();
  const code = new Set([...packages, ...packages.flatMap(linkedFrom)]);
  return {
    read: [
      ...system,
      ...settings,
      ...javaSettings(),
      ...kernel,
      process.execPath,
      ...(process.env.LD_LIBRARY_PATH ?? '').split(':').filter((path) => path !== ''),
      ...visibleIn(rootOf(program)),
      ...code,
      ...manifestsAbove([program, ...code]),
      browserFolder(),
      ...preparedFolders(),
    ],
    write: [folder],
    devices,
  };
}
