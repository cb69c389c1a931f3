import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { Deployment } from '../template/front.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';

type StoredFile = {
  readonly mediaType: string;
  readonly content: Buffer;
  readonly cacheControl: string | undefined;
};

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Responds like CloudFront to a request for a file. `path` is the one that the viewer-request function returned. */
export type ServeSite = (call: Pick<Call, 'method' | 'path'>) => Answer;

/** Files of a bucket, and the headers of every response. */
export type Site = {
  readonly headers: Readonly<Record<string, string>>;
  readonly deployments: readonly Deployment[];
};

/**
 * Creates a site. Reads all files at once: sites are small, and no path can reach a file outside the site.
 */
export function createSite(site: Site): ServeSite {
  const files = new Map(site.deployments.flatMap(listFiles));
  const answer = (
    statusCode: number,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
  ): Answer => ({
    statusCode,
    headers: new Map(Object.entries({ ...headers, ...site.headers }).map(([name, value]) => [name, [value]])),
    body: Buffer.from(body),
  });
  const refuse = (statusCode: number, code: string): Answer =>
    answer(
      statusCode,
      { 'content-type': 'application/xml', 'cache-control': 'no-store' },
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`,
    );
  return ({ method, path }) => {
    if (method !== 'GET' && method !== 'HEAD') return refuse(403, 'AccessDenied');
    const key = decode(path)?.slice(1);
    const file = key === undefined ? undefined : files.get(key);
    if (file === undefined) return refuse(404, 'NoSuchKey');
    return answer(
      200,
      {
        'content-type': file.mediaType,
        ...(file.cacheControl === undefined ? {} : { 'cache-control': file.cacheControl }),
      },
      file.content,
    );
  };
}

/** Returns the files of a deployment by key. The last matching pattern wins, and includes follow excludes. */
function listFiles(deployment: Deployment): [string, StoredFile][] {
  const { cacheControl, directory, exclude, include, keyPrefix } = deployment;
  const excluded = exclude.map(patternOf);
  const included = include.map(patternOf);
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path);
    const isLeftOut = excluded.some((fits) => fits(name)) && !included.some((fits) => fits(name));
    if (!entry.isFile() || isLeftOut) return [];
    const mediaType = mediaTypes[extname(name)] ?? 'application/octet-stream';
    return [[join(keyPrefix, name), { mediaType, content: readFileSync(path), cacheControl }]];
  });
}

/** Returns a test for a path pattern of CloudFront or of `aws s3 sync`, with `*` and `?`. */
export function patternOf(pattern: string): (text: string) => boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const expression = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
  return (text) => expression.test(text);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
