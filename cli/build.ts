import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPackage, engines, forNode, requireNode, root } from '../packaging/build-package.ts';
import { version } from '../packaging/version.ts';

/** The packages that the command imports. `docforge-conversions` is optional and loaded by its name. */
const packages = ['@modelcontextprotocol/sdk', 'commander', 'zod'];

const manifest = () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name: 'docforge',
    description:
      'Converts documents on the command line and for MCP clients, with a DocForge service or locally',
    engines,
    bin: { docforge: 'main.js' },
    exports: { './package.json': './package.json' },
    files: ['*.js', 'chunks'],
    dependencies: Object.fromEntries(packages.map((name) => [name, dependencies[name]])),
    peerDependencies: { 'docforge-conversions': `^${version}` },
    peerDependenciesMeta: { 'docforge-conversions': { optional: true } },
  };
};

/** Builds the command as a package, which contains the client. */
export const buildCommand = async (folder: string): Promise<void> => {
  const command = { ...forNode, entryPoints: { command: join(root, 'cli', 'main.ts') } };
  await buildPackage(folder, command, manifest);
  requireNode(folder, 'docforge', { commands: { 'main.js': 'command.js' } });
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'build', 'cli');
  await buildCommand(folder);
  process.stdout.write(`The command is in ${folder}. Run npm pack there to create an installable package.\n`);
}
