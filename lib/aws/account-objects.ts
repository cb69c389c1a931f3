import type { DeletedCounts } from '../accounts/delete-account.ts';
import { readEnvironment } from '../env.ts';
import { objectRequests } from './s3-requests.ts';
import type { Table } from './table.ts';

/** The keys and sizes in a listing (Amazon S3 API reference, "ListObjectsV2"). Keys of an account need no escapes in XML. */
const listed = /<Key>([^<]*)<\/Key>|<Size>(\d*)<\/Size>/g;

/** Deletions of objects that run at the same time. */
const parallelDeletions = 10;

/** Opens the deletion of all objects of an account, with the table's region and credentials. */
export const openAccountObjects = ({ client }: Table): ((accountId: string) => Promise<DeletedCounts>) => {
  const request = objectRequests(readEnvironment('bucketName'), client.config);
  return async (accountId) => {
    const query = { 'list-type': '2', prefix: `accounts/${accountId}/` };
    let objects = 0;
    let bytes = 0;
    for (;;) {
      const found = [...(await request({ method: 'GET', key: '', query })).toString().matchAll(listed)];
      const keys = found.flatMap(([, key]) => key ?? []);
      if (keys.length === 0) return objects === 0 ? {} : { objects, object_bytes: bytes };
      objects += keys.length;
      for (const [, , size = 0] of found) bytes += Number(size);
      const worker = async (): Promise<void> => {
        for (let key = keys.pop(); key !== undefined; key = keys.pop())
          await request({ method: 'DELETE', key });
      };
      await Promise.all(Array.from({ length: parallelDeletions }, worker));
      // A listing has at most 1,000 objects, and S3 lists none that was deleted.
    }
  };
};
