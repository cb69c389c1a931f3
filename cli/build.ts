import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** The packages that the command imports. `docforge-conversions` is optional and loaded by its name. */
const packages = ['@modelcontextprotocol/sdk', 'cli-progress', 'commander', 'zod'];

const manifest = () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name: 'docforge',
    version: '0.1.0',
    license: 'Apache-2.0',
    description:
      'Converts documents on the command line and for MCP clients, with a DocForge service or locally',
    type: 'module',
    engines: { node: '>=22.18' },
    bin: { docforge: './main.js' },
    dependencies: Object.fromEntries(packages.map((name) => [name, dependencies[name]])),
    peerDependencies: { 'docforge-conversions': '>=0.1.0' },
    peerDependenciesMeta: { 'docforge-conversions': { optional: true } },
  };
};

/** Builds the command as a package, which contains the client. */
export const buildCommand = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'cli', 'main.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    packages: 'external',
    platform: 'node',
    target: 'node22',
    format: 'esm',
    logLevel: 'warning',
  });
  chmodSync(join(folder, 'main.js'), 0o755);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'build', 'cli');
  await buildCommand(folder);
  process.stdout.write(`The command is in ${folder}. Run npm pack there to create an installable package.\n`);
}
