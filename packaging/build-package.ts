import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { version } from './version.ts';

/** The folder of the project. */
export const root = join(import.meta.dirname, '..');

/** Settings of a package for Node.js, whose dependencies are installed beside it. */
export const forNode = {
  packages: 'external',
  platform: 'node',
  target: 'node22',
} as const satisfies BuildOptions;

/** What the manifest of each package adds to those of all. */
export type Manifest = { readonly name: string; readonly description: string } & Readonly<
  Record<string, unknown>
>;

/** What the manifests of all packages contain. */
const commonManifest = (): Readonly<Record<string, unknown>> => {
  const { license, repository, homepage, bugs } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return {
    version,
    license,
    repository,
    homepage,
    bugs,
    type: 'module',
    keywords: ['documents', 'conversion', 'extraction', 'pdf', 'docx', 'markdown', 'ocr'],
    publishConfig: { access: 'public', provenance: true },
  };
};

/**
 * Builds a package in an empty folder: JavaScript in chunks, the manifest that is made from the metadata of the build, README and
 * licence.
 */
export const buildPackage = async (
  folder: string,
  options: BuildOptions,
  manifest: (metafile: Metafile) => Manifest,
): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    ...options,
    metafile: true,
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    logLevel: 'warning',
  });
  const { name, ...rest } = manifest(metafile);
  const full = { name, ...commonManifest(), ...rest };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(full, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'packaging', 'readmes', `${name}.md`), join(folder, 'README.md'));
};

/** The oldest Node.js that the packages support: `engines` of their manifests, and what they check when they start. */
const oldestNode = { major: 22, minor: 18 } as const;

/** The `engines` of a package. */
export const engines = { node: `>=${oldestNode.major}.${oldestNode.minor}` };

/** The `engines` of the client, which uses less of Node.js than the others. */
export const clientEngines = { node: '>=20' };

const check = (name: string, refuse: string): string =>
  `const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${oldestNode.major} || (major === ${oldestNode.major} && minor < ${oldestNode.minor})) {
  const message = \`${name} needs Node.js ${oldestNode.major}.${oldestNode.minor} or newer; this is \${process.versions.node}.\`;
  ${refuse}
}
`;

/**
 * Makes a package refuse an older Node.js in one sentence, before its code runs. The modules of `exports` throw an Error; a
 * command, the module of `commands` by the file that starts it, prints the sentence and ends with 1.
 */
export const requireNode = (
  folder: string,
  name: string,
  {
    exports = [],
    commands = {},
  }: { exports?: readonly string[]; commands?: Readonly<Record<string, string>> },
): void => {
  writeFileSync(join(folder, 'require-node.js'), check(name, 'throw new Error(message);'));
  // The import is the first, so that it is evaluated before those of packages.
  for (const file of exports) {
    const path = join(folder, file);
    writeFileSync(path, `import './require-node.js';\n${readFileSync(path, 'utf8')}`);
  }
  // Imported only then: an older Node.js may not even link it.
  for (const [file, module] of Object.entries(commands))
    writeFileSync(
      join(folder, file),
      `#!/usr/bin/env node\n${check(name, "process.stderr.write(message + '\\n');\n  process.exit(1);")}await import('./${module}');\n`,
      { mode: 0o755 },
    );
};

/**
 * Adds the types of files to a package, in folders as below `rootDir`, which takes the compiler some seconds.
 *
 * @throws Error if they do not compile
 */
export const addTypes = (folder: string, rootDir: string, files: readonly string[]): void => {
  const settingsFolder = mkdtempSync(join(tmpdir(), 'docforge-types-'));
  const project = join(settingsFolder, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir,
      outDir: join(folder, 'types'),
      typeRoots: [join(root, 'node_modules', '@types')],
    },
    include: [],
    // Modules that others import by their name only.
    files: [...files, ...globSync(join(root, 'lib', '**', '*.d.ts'))],
  };
  writeFileSync(project, JSON.stringify(settings));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    execFileSync(process.execPath, [compiler, '--project', project], { stdio: 'inherit' });
  } finally {
    rmSync(settingsFolder, { recursive: true });
  }
};
