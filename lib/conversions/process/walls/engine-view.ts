import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { browserFolder } from '../../backends/chromium/unpack-browser.ts';
import { installedLibreOffice } from '../../backends/libreoffice/installation.ts';
import { packageFolders } from '../../base/package-assets.ts';
import type { FileView } from './landlock.ts';

/** Programs, libraries and settings of the system. LibreOffice may be in /opt; Lambda has Node.js below /var/lang. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/opt', '/var/lang', '/var/runtime'];

/** What the C library, fontconfig and LibreOffice read; not the rest of /etc. */
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
  'libreoffice',
  'papersize',
  'mime.types',
  'os-release',
].map((name) => join('/etc', name));

/** The kernel's tables. Landlock itself closes what `/proc` has of processes outside the wall. */
const kernel = ['/proc', '/sys/devices/system', '/sys/fs/cgroup'];

const devices = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => join('/dev', name));

/** The project, package or bundle that a program belongs to: the nearest folder with packages or a manifest. */
function rootOf(program: string): string {
  const isRoot = (folder: string): boolean =>
    ['node_modules', 'package.json'].some((name) => existsSync(join(folder, name)));
  let folder = dirname(program);
  while (!isRoot(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return isRoot(folder) ? folder : dirname(program);
}

/** Everything but hidden files, which hold local data and secrets. */
const visibleIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(folder, name));

const NODE_MODULES = `${sep}node_modules${sep}`;

/** Where packages are that are only linked into a folder of packages, with the packages beside them. */
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

/** The manifests above some folders: Node.js reads the nearest one of a module, and takes a refusal for an error. */
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

/** All that an engine process needs of the file system. `folder` is its own; `program` its main module. */
export function engineView(folder: string, program: string): FileView {
  const office = installedLibreOffice();
  const packages = packageFolders();
  const code = new Set([...packages, ...packages.flatMap(linkedFrom)]);
  return {
    read: [
      ...system,
      ...settings,
      ...kernel,
      process.execPath,
      ...(process.env.LD_LIBRARY_PATH ?? '').split(':').filter((path) => path !== ''),
      ...visibleIn(rootOf(program)),
      ...code,
      ...manifestsAbove([program, ...code]),
      browserFolder(),
      ...(office === undefined
        ? []
        : [dirname(office.program), '/var/lib/libreoffice', '/var/spool/libreoffice']),
    ],
    write: [folder],
    devices,
  };
}
