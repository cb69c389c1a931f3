import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Contains the images of these tests: the bases are built once. */
const store = join(root, 'build', 'image');

/** The names of the base images in the Dockerfile. */
const bases = {
  runtime: 'docker.io/library/debian:bookworm-slim',
  build: 'docker.io/library/node:24-bookworm-slim',
};

const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

const buildah = (command: string, ...args: readonly string[]): string =>
  run('buildah', [
    ...['--root', join(store, 'images'), '--runroot', join(store, 'run'), '--storage-driver', 'vfs'],
    ...[command, ...args],
  ]);

const hasImage = (name: string): boolean =>
  buildah('images', '--format', '{{.Name}}:{{.Tag}}').includes(name);

/** The mirror that this machine installs Debian's packages from. */
const mirror = (): string => {
  const sources = run('sh', [
    '-c',
    'cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true',
  ]);
  return /^(?:URIs:|deb)\s+(?:\[[^\]]*\]\s+)?(\S+)/m.exec(sources)?.[1] ?? 'http://deb.debian.org/debian';
};

/** The folder of the npm that runs this. */
const npmFolder = (): string => {
  const command = process.env.npm_execpath;
  if (command === undefined) throw new Error('Run this by npm run test:image');
  return join(dirname(command), '..');
};

/** What the slim variant of Debian's image leaves out. */
const notSlim = ['doc', 'info', 'locale', 'man'].map((name) => join('usr', 'share', name));

/** Creates images that stand in for the official ones: Debian by debootstrap, and the same with this Node.js and npm. */
const buildBases = (): void => {
  if (!hasImage(bases.runtime)) {
    const folder = join(store, 'debian');
    rmSync(folder, { recursive: true, force: true });
    run('debootstrap', ['--variant=minbase', 'bookworm', folder, mirror()]);
    for (const path of [...notSlim, 'var/cache/apt', 'var/lib/apt/lists'])
      rmSync(join(folder, path), { recursive: true, force: true });
    const container = buildah('from', 'scratch');
    buildah('copy', '--quiet', container, folder, '/');
    buildah('commit', '--rm', '--quiet', container, bases.runtime);
    rmSync(folder, { recursive: true });
  }
  if (!hasImage(bases.build)) {
    const container = buildah('from', '--pull-never', bases.runtime);
    buildah('copy', '--quiet', container, process.execPath, '/usr/local/bin/node');
    buildah('copy', '--quiet', container, npmFolder(), '/usr/local/lib/npm');
    buildah(
      'run',
      '--isolation',
      'chroot',
      container,
      'ln',
      '-s',
      '../lib/npm/bin/npm-cli.js',
      '/usr/local/bin/npm',
    );
    buildah('commit', '--rm', '--quiet', container, bases.build);
  }
};

/** Volumes with this user's settings and cache of npm, which a registry behind a proxy needs. */
const npmVolumes = (folder: string): string[] => {
  const settings = join(homedir(), '.npmrc');
  const own = existsSync(settings)
    ? readFileSync(settings, 'utf8').replaceAll(/^(?:cafile|cache)\s*=.*$/gm, '')
    : '';
  // npm sets them for its scripts.
  const { npm_config_cafile: authority, npm_config_cache: cache } = process.env;
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, `${own}\ncache=/npm-cache\n${authority ? 'cafile=/npm-authority\n' : ''}`);
  return [
    ...['--volume', `${npmrc}:/root/.npmrc:ro`],
    ...['--volume', `${cache}:/npm-cache`],
    ...(authority ? ['--volume', `${authority}:/npm-authority:ro`] : []),
  ];
};

/** The image as a container would see it. */
export type Image = {
  /** The mounted root of a container. */
  readonly root: string;
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly healthcheck: readonly string[];
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  /** Unmounts the root. */
  remove(): void;
};

/** Builds the Dockerfile of the project by buildah, without Docker, and mounts the image. */
export const buildImage = (): Image => {
  mkdirSync(store, { recursive: true });
  buildBases();
  const name = 'localhost/docforge';
  const settings = mkdtempSync(join(tmpdir(), 'docforge-npm-'));
  const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--quiet'];
  try {
    buildah('build', ...options, ...npmVolumes(settings), '--tag', name, root);
  } finally {
    rmSync(settings, { recursive: true });
  }
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', name)).Docker;
  const container = buildah('from', '--pull-never', name);
  const [kind, ...healthcheck] = config.Healthcheck.Test;
  if (kind !== 'CMD') throw new Error(`The health check is ${kind}, not CMD`);
  return {
    root: buildah('mount', container),
    user: config.User,
    environment: Object.fromEntries(
      config.Env.map((pair: string) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    entrypoint: config.Entrypoint,
    healthcheck,
    ports: Object.keys(config.ExposedPorts),
    volumes: Object.keys(config.Volumes),
    remove: () => void buildah('rm', container),
  };
};
