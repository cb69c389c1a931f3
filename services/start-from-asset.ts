import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/*
 * Runs in a container with nothing but Node: downloads a program from S3 with the credentials of the task, checks its hash and
 * imports it into this process. `ASSET_BUCKET`, `ASSET_KEY` and `ASSET_SHA256` in the environment name the program.
 */

type Credentials = { readonly id: string; readonly secret: string; readonly token: string };

/** Attempts to download the program, and the pause before the second one in milliseconds, which doubles. */
const attempts = 6;
const pauseMilliseconds = 250;

const { env } = process;

const read = (name: string): string => {
  const value = env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
};

/** The address at which ECS serves the credentials of a task (Amazon ECS developer guide, "Task IAM role"). */
const credentialsAddress = (): string =>
  env.AWS_CONTAINER_CREDENTIALS_FULL_URI ??
  `http://169.254.170.2${read('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI')}`;

const credentials = async (): Promise<Credentials> => {
  if (env.AWS_ACCESS_KEY_ID) {
    return {
      id: env.AWS_ACCESS_KEY_ID,
      secret: read('AWS_SECRET_ACCESS_KEY'),
      token: env.AWS_SESSION_TOKEN ?? '',
    };
  }
  const authorization = env.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  const response = await fetch(credentialsAddress(), {
    headers: authorization === undefined ? {} : { authorization },
  });
  if (!response.ok) throw new Error(`The credentials of the task are not available (${response.status})`);
  const { AccessKeyId: id, SecretAccessKey: secret, Token: token } = await response.json();
  return { id, secret, token };
};

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** The headers of a GET, signed by AWS Signature Version 4. */
const signedHeaders = ({ host, pathname }: URL, region: string, { id, secret, token }: Credentials) => {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const headers: Record<string, string> = {
    host,
    'x-amz-content-sha256': sha256(''),
    'x-amz-date': time,
    ...(token === '' ? {} : { 'x-amz-security-token': token }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = ['GET', pathname, '', lines.join(''), names, sha256('')].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const sign = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const key = scope.split('/').reduce<string | Buffer>(sign, `AWS4${secret}`);
  const signature = sign(key, text).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
};

const addressOf = (bucket: string, key: string, region: string): URL => {
  const local = env.AWS_ENDPOINT_URL_S3;
  if (local) return new URL(`${local}/${bucket}/${key}`);
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return new URL(`https://${bucket}.s3.${region}.${suffix}/${key}`);
};

/** Downloads the program once. Returns the status instead if a retry can succeed. */
const tryDownload = async (url: URL, region: string): Promise<Uint8Array | string> => {
  try {
    const response = await fetch(url, { headers: signedHeaders(url, region, await credentials()) });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    const status = `S3 answered ${response.status}`;
    if (response.status === 403) throw new Error(`${status}: the role of the task may not read the program`);
    if (response.status < 500) throw new Error(status);
    return status;
  } catch (error) {
    // fetch throws a TypeError for a failed connection.
    if (error instanceof TypeError) return `S3 or the credentials cannot be reached: ${error.cause ?? error}`;
    throw error;
  }
};

const download = async (url: URL, region: string): Promise<Uint8Array> => {
  for (let attempt = 1; ; attempt += 1) {
    const result = await tryDownload(url, region);
    if (typeof result !== 'string') return result;
    if (attempt === attempts) throw new Error(result);
    await sleep(pauseMilliseconds * 2 ** (attempt - 1));
  }
};

try {
  const region = read('AWS_REGION');
  const bytes = await download(addressOf(read('ASSET_BUCKET'), read('ASSET_KEY'), region), region);
  if (sha256(bytes) !== read('ASSET_SHA256'))
    throw new Error('The program has another SHA-256 than expected');
  const path = join(mkdtempSync(join(tmpdir(), 'program-')), 'index.mjs');
  writeFileSync(path, bytes, { mode: 0o600 });
  await import(pathToFileURL(path).href);
} catch (error) {
  process.stderr.write(`The program cannot be started: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
