import { readEnvironment } from '../env.ts';
import { type ScanResult, scanResultOf } from '../jobs/scan-tag.ts';
import { objectRequests, S3Error } from './s3-requests.ts';
import type { Table } from './table.ts';

/** The value of `scanTag` in a response. */
const tagPattern = /<Key>GuardDutyMalwareScanStatus<\/Key>\s{0,100}<Value>(\w{1,100})<\/Value>/;

/** Opens the results of the malware scan of objects. A missing object counts as clean: reading it reports that it is missing. */
export const openScanResults = ({ client }: Table): ((key: string) => Promise<ScanResult>) => {
  const request = objectRequests(readEnvironment('bucketName'), client.config);
  return async (key) => {
    try {
      const tags = await request({ method: 'GET', key, query: { tagging: '' } });
      return scanResultOf(tagPattern.exec(tags.toString())?.[1]);
    } catch (error) {
      if (error instanceof S3Error && error.name === 'NoSuchKey') return 'clean';
      throw error;
    }
  };
};
