import * as fileType from 'file-type';
import { expect, it, vi } from 'vitest';
import { detectFormat } from '../../../lib/conversions/detection/detect.ts';

vi.mock('file-type', { spy: true });

it('passes only 4100 bytes to file-type unless the file is an archive or image', async () => {
  const headers = Buffer.concat(Array<Buffer>(1_000_000).fill(Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')));

  expect(await detectFormat(headers)).toBeUndefined();

  expect(vi.mocked(fileType.fileTypeFromBuffer).mock.lastCall?.[0]).toHaveLength(4100);
});
