import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pageHeaders } from '../api/page-headers.ts';
import { ApiError } from '../api-errors.ts';
import { plainFunction } from './answer-unrouted.ts';
import type { ApiEvent } from './api-event.ts';
import type { ApiFunction } from './api-handler.ts';
import type { Reply } from './reply.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const pageName = 'index.html';

/** The path of the dashboard in the request, with the base path of the API; files are below it. */
const dashboardPath = ({ requestContext: { path } }: ApiEvent): string =>
  path.slice(0, path.indexOf('/dashboard') + '/dashboard'.length);

/** Returns the name of the requested file, relative to the folder. A path without a file extension is the page. */
const requestedName = ({ pathParameters }: ApiEvent): string => {
  const name = pathParameters?.proxy ?? '';
  return name.split('/').at(-1)?.includes('.') ? name : pageName;
};

/**
 * The function that serves the files of the dashboard from a folder, where CloudFront does not. It counts no requests: a page loads twenty
 * files, and browsers keep all of them but the page.
 *
 * @param policy the Content-Security-Policy
 */
export const serveDashboard = (folder: string, policy: string): ApiFunction => {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)),
  );
  const headers = { ...pageHeaders, 'Content-Security-Policy': policy };
  const contentOf = (name: string, path: string): Buffer => {
    const content = readFileSync(join(folder, name));
    // Its links start with /dashboard/.
    return name === pageName
      ? Buffer.from(content.toString().replaceAll('="/dashboard/', `="${path}/`))
      : content;
  };
  return plainFunction('get-dashboard-file', (event): Reply => {
    const path = dashboardPath(event);
    if (event.requestContext.path === path)
      return { status: 302, headers: { ...headers, Location: `${path}/` } };
    const name = requestedName(event);
    if (!names.has(name)) throw new ApiError('not_found', 'The dashboard has no such file.', { headers });
    return {
      status: 200,
      headers: {
        ...headers,
        ...(name === pageName ? {} : { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      },
      bytes: {
        mediaType: mediaTypes[extname(name)] ?? 'application/octet-stream',
        content: contentOf(name, path),
      },
    };
  });
};
