import { createServer } from 'node:http';
import { expect, it, vi } from 'vitest';
import { openAccountObjects } from '../../../lib/aws/account-objects.ts';
import { openTable } from '../../../lib/aws/dynamodb.ts';
import { listenOnLoopback } from '../../../local/emulators/loopback.ts';

it('deletes every object, over several lists, and returns how many and their size', async () => {
  const keys = Array.from({ length: 8 }, (_, index) => `accounts/acct_1/files/file_${index}`);
  const objects = new Set(keys);
  const requests: string[] = [];
  const server = createServer(({ method, url = '' }, response) => {
    requests.push(`${method} ${url}`);
    if (method === 'DELETE') {
      objects.delete(url.slice('/files/'.length));
      response.writeHead(204).end();
      return;
    }
    const listed = [...objects].slice(0, 3);
    const contents = listed.map(
      (key) =>
        `<Contents><Key>${key}</Key><ETag>&quot;1&quot;</ETag><Size>10</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    );
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>files</Name><KeyCount>${listed.length}</KeyCount>${contents.join('')}</ListBucketResult>`,
    );
  });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', await listenOnLoopback(server, 0));
  vi.stubEnv('BUCKET_NAME', 'files');
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
  const remove = openAccountObjects(openTable('table', { region: 'eu-west-1', credentials }));

  const first = await remove('acct_1');
  const repeated = await remove('acct_1');

  expect([first, repeated]).toEqual([{ objects: 8, object_bytes: 80 }, {}]);
  expect(objects.size).toBe(0);
  expect(requests[0]).toBe('GET /files/?list-type=2&prefix=accounts%2Facct_1%2F');
  expect(requests.filter((line) => line.startsWith('GET'))).toHaveLength(5);
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});
