import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundleStart } from '../../cdk/bundle.ts';
import { createAccess } from '../../local/access/access.ts';
import { type Emulator, listenOnLoopback } from '../../local/emulators/loopback.ts';
import { startS3 } from '../../local/emulators/s3.ts';

const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret of the test' };
const taskToken = 'token of the task';
const program = `
  import { createServer } from 'node:http';
  const server = createServer((request, response) => response.end('the program answers'));
  server.listen(0, '127.0.0.1', () => console.log(\`listens on \${server.address().port}\`));
  process.once('SIGTERM', () => process.exit(7));`;
const sha256 = createHash('sha256').update(program).digest('hex');

let folder: string;
let s3: Emulator;
let metadata: Server;
let metadataUrl: string;
let asked: (string | undefined)[];
let child: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-start-'));
  s3 = await startS3({ directory: join(folder, 's3'), access: createAccess(credentials) });
  const client = new S3Client({
    region: 'eu-west-1',
    credentials,
    endpoint: s3.endpoint,
    forcePathStyle: true,
  });
  await client.send(new CreateBucketCommand({ Bucket: 'assets' }));
  await client.send(new PutObjectCommand({ Bucket: 'assets', Key: 'program.mjs', Body: program }));
  client.destroy();
  // ECS serves the credentials of a task like this.
  metadata = createServer((request, response) => {
    asked.push(request.headers.authorization);
    if (asked.length === 1) {
      response.destroy();
      return;
    }
    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = credentials;
    response.end(JSON.stringify({ AccessKeyId, SecretAccessKey, Token: '' }));
  });
  metadataUrl = await listenOnLoopback(metadata, 0);
});
beforeEach(() => {
  asked = [];
});
afterEach(() => {
  child?.kill('SIGKILL');
});
afterAll(async () => {
  metadata.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const start = async (environment: Readonly<Record<string, string>> = {}) => {
  const started = spawn(process.execPath, ['--input-type=module', '--eval', bundleStart()], {
    cwd: await mkdtemp(join(folder, 'empty-')),
    env: {
      TMPDIR: folder,
      AWS_REGION: 'eu-west-1',
      AWS_ENDPOINT_URL_S3: s3.endpoint,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${metadataUrl}/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: taskToken,
      ASSET_BUCKET: 'assets',
      ASSET_KEY: 'program.mjs',
      ASSET_SHA256: sha256,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  return started;
};

const endOf = async (environment: Readonly<Record<string, string>>) => {
  const started = await start(environment);
  const [[code], errors] = await Promise.all([once(started, 'exit'), text(started.stderr)]);
  return [code, errors];
};

it('runs the program in its own process, with the credentials of the task, although their first answer was lost', async () => {
  const started = await start();
  const [line] = await once(started.stdout, 'data');
  const port = /listens on (\d+)/.exec(String(line))?.[1];

  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('the program answers');
  expect(asked).toEqual([taskToken, taskToken]);
  started.kill('SIGTERM');
  expect((await once(started, 'exit'))[0]).toBe(7);
});

it.each([
  ['a program with another hash', { ASSET_SHA256: 'f'.repeat(64) }, 'another SHA-256 than expected'],
  ['a missing program', { ASSET_KEY: 'other.mjs' }, 'S3 answered 404'],
  [
    'a role without permission',
    { AWS_ACCESS_KEY_ID: 'AKIAOTHER', AWS_SECRET_ACCESS_KEY: 'x' },
    'S3 answered 403: the role of the task may not read the program',
  ],
  ['a missing variable', { ASSET_BUCKET: '' }, 'ASSET_BUCKET is not set'],
])('ends with one line for %s', async (_title, environment, message) => {
  const [code, errors] = await endOf(environment);

  expect(code).toBe(1);
  expect(errors).toMatch(/^The program cannot be started: [^\n]+\n$/);
  expect(errors).toContain(message);
});

it('needs nothing but Node', () => {
  const imported = [...bundleStart().matchAll(/from\s*"([^"]+)"/g)].map(([, name]) => name);

  expect(imported.every((name) => name?.startsWith('node:'))).toBe(true);
  expect(imported).toContain('node:crypto');
});
