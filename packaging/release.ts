import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build-package.ts';
import { contentProblems, packagesWithoutLicence, requiredFiles } from './check-contents.ts';
import { version } from './version.ts';

/** A package of npm: the script that builds it, and a program that uses it in an empty folder. */
type NodePackage = {
  readonly name: string;
  readonly build: readonly [script: string, folder: string];
  readonly smoke: string;
  /** What that prints, with single spaces. */
  readonly prints: string;
};

const nodePackages: readonly NodePackage[] = [
  {
    name: 'docforge-client',
    build: ['build:client', 'client'],
    smoke: `import { DocForge } from 'docforge-client';
      const docforge = new DocForge({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key' });
      await docforge.usage().then(() => process.exit(1), (error) => console.log(error.code));`,
    prints: 'network_error',
  },
  {
    name: 'docforge-conversions',
    build: ['build:library', 'library'],
    smoke: `import { convert, extract } from 'docforge-conversions';
      const pdf = await convert(Buffer.from('# Title\\n\\nText'), { from: 'markdown', to: 'pdf' });
      console.log(Buffer.from((await extract(pdf.bytes, { format: 'text' })).bytes).toString());`,
    prints: 'Title Text',
  },
  {
    name: 'docforge',
    build: ['build:cli', 'cli'],
    smoke: `import { execFileSync } from 'node:child_process';
      const main = new URL('node_modules/docforge/main.js', import.meta.url).pathname;
      console.log(execFileSync(process.execPath, [main, '--version'], { encoding: 'utf8' }));`,
    prints: version,
  },
];

/** What would be published. */
type Release = {
  readonly name: string;
  readonly file: string;
  readonly command: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly files: number;
};

/** A reason why nothing can be published. */
export class ReleaseError extends Error {}

const run = (command: string, args: readonly string[], cwd = root): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0)
    throw new ReleaseError(
      `${command} ${args.join(' ')} failed: ${(error?.message ?? stderr ?? stdout).trim().split('\n').slice(-15).join('\n')}`,
    );
  return stdout;
};

/** Returns why the state of the project cannot be released. */
export const projectProblems = (
  read: (path: string) => string,
  status: string,
  { check }: { check: boolean },
): readonly string[] => {
  const problems: string[] = [];
  if (status !== '') problems.push(`The checkout has changes. Commit them:\n${status}`);
  const versions = {
    'package.json': JSON.parse(read('package.json')).version,
    'package-lock.json': JSON.parse(read('package-lock.json')).version,
    'client-python/pyproject.toml': /^version = "(.*)"$/m.exec(read('client-python/pyproject.toml'))?.[1],
  };
  for (const [path, found] of Object.entries(versions))
    if (found !== version)
      problems.push(`${path} has version ${found}, packaging/version.ts has ${version}. Make them equal.`);
  const headings = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, heading]) => heading);
  // A check in the middle of the work accepts the section that the release will rename.
  if (headings[0] !== version && !(check && headings[0] === 'Unreleased'))
    problems.push(
      `The first section of CHANGELOG.md is ${headings[0]}. Rename "Unreleased" to "${version}" with the date.`,
    );
  return problems;
};

const folderFacts = (folder: string): { unpackedBytes: number; files: number } => {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  return { unpackedBytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
};

const refuse = (name: string, problems: readonly string[]): void => {
  if (problems.length > 0) throw new ReleaseError(`${name}:\n${problems.join('\n')}`);
};

/** Builds and packs a package of npm, unpacks it, and checks its files. */
const packNode = ({ name, build: [script, source] }: NodePackage, output: string): Release => {
  run('npm', ['run', '--silent', script]);
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', output, join(root, 'build', source)], output),
  );
  const folder = join(output, 'unpacked', name);
  mkdirSync(folder, { recursive: true });
  const file = join(output, packed.filename);
  run('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  refuse(name, [
    ...contentProblems(folder, requiredFiles(manifest)),
    ...packagesWithoutLicence(folder, manifest.bundleDependencies ?? []).map(
      (each) => `node_modules/${each} has no text of its licence.`,
    ),
    ...(manifest.version === version ? [] : [`The manifest has version ${manifest.version}.`]),
  ]);
  const command = `npm publish --provenance --access public ${file}`;
  return { name, file, command, bytes: statSync(file).size, ...folderFacts(folder) };
};

/** Builds the wheel of the Python client, unpacks it, and checks its files. */
const packPython = (output: string): Release => {
  const wheels = join(output, 'python');
  run('python3', ['-m', 'pip', 'wheel', '--no-deps', '--wheel-dir', wheels, join(root, 'client-python')]);
  const wheel = readdirSync(wheels).find((name) => name.endsWith('.whl')) ?? '';
  const file = join(wheels, wheel);
  const folder = join(output, 'unpacked', 'python');
  run('python3', ['-m', 'zipfile', '-e', file, folder]);
  const facts = `docforge-${version}.dist-info`;
  const metadata = readFileSync(join(folder, facts, 'METADATA'), 'utf8');
  const licence = readdirSync(join(folder, facts), { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('LICENSE'),
  );
  refuse('docforge for Python', [
    ...contentProblems(folder, ['docforge/__init__.py', 'docforge/py.typed']),
    ...(licence === undefined ? ['LICENSE is missing.'] : []),
    ...['Description-Content-Type: text/markdown', 'Requires-Python: >=3.9', 'Project-URL: Source'].flatMap(
      (line) => (metadata.includes(line) ? [] : [`METADATA lacks "${line}".`]),
    ),
  ]);
  const name = 'docforge (Python)';
  return { name, file, command: `twine upload ${file}`, bytes: statSync(file).size, ...folderFacts(folder) };
};

/** Installs packed packages in an empty folder and runs their programs with each Node.js. */
const tryNode = (releases: readonly Release[], nodes: readonly string[]): void => {
  const folder = mkdtempSync(join(tmpdir(), 'docforge-release-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    run('npm', ['install', '--no-audit', '--no-fund', ...releases.map(({ file }) => file)], folder);
    for (const { name, smoke } of nodePackages) writeFileSync(join(folder, `${name}.js`), smoke);
    for (const node of nodes)
      for (const { name, prints } of nodePackages) {
        const printed = run(node, [`${name}.js`], folder)
          .trim()
          .replaceAll(/\s+/g, ' ');
        if (printed !== prints) throw new ReleaseError(`${name} with ${node} printed: ${printed}`);
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const pythonProgram = `import docforge
try:
    docforge.DocForge(base_url="http://127.0.0.1:9", api_key="key").usage()
except docforge.DocForgeError as error:
    print(error.code)`;

/** Installs the wheel in an empty environment of a Python and calls it. Returns the version of Python. */
const tryPython = ({ file }: Release, python: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'docforge-release-'));
  try {
    run(python, ['-m', 'venv', folder]);
    const own = join(folder, 'bin', 'python');
    run(own, ['-m', 'pip', 'install', '--quiet', '--no-index', file]);
    const printed = run(own, ['-c', pythonProgram], folder).trim();
    if (printed !== 'network_error') throw new ReleaseError(`docforge with ${python} printed: ${printed}`);
    return run(own, ['--version']).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

/**
 * Builds all packages, checks their files, and installs each in an empty folder.
 *
 * @param nodes programs of Node.js that run the packages
 * @param pythons programs of Python that run the Python client
 * @throws ReleaseError if something is wrong, with what to do
 */
export const makeRelease = (
  output: string,
  nodes: readonly string[],
  pythons: readonly string[],
  print: (line: string) => void,
): readonly Release[] => {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const packed = nodePackages.map((each) => {
    print(`Building ${each.name}`);
    return packNode(each, output);
  });
  print('Building docforge for Python');
  const wheel = packPython(output);
  print(`Installing in an empty folder, with ${nodes.length} versions of Node.js`);
  tryNode(packed, nodes);
  for (const python of pythons) print(`Installed with ${tryPython(wheel, python)}`);
  return [...packed, wheel];
};

/** The values of an option that may be repeated. */
const valuesOf = (option: string): string[] =>
  process.argv.flatMap((argument, index) => (argument === option ? [process.argv[index + 1] ?? ''] : []));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const status = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim();
    const check = process.argv.includes('--check');
    refuse(
      'project',
      projectProblems((path) => readFileSync(join(root, path), 'utf8'), status, { check }),
    );
    const output = join(root, 'build', 'release');
    const pythons = ['python3', ...valuesOf('--python')];
    const releases = makeRelease(output, [process.execPath, ...valuesOf('--node')], pythons, print);
    for (const { name, bytes, unpackedBytes, files } of releases)
      print(
        `${name} ${version}: ${megabytes(bytes)}, unpacked ${megabytes(unpackedBytes)} in ${files} files`,
      );
    print(check ? 'Nothing was published. To publish:' : 'Publish with:');
    for (const { command } of releases) print(`  ${command}`);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
