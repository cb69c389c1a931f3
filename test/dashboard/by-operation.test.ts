import { expect, it } from 'vitest';
import { usageByOperation } from '../../dashboard/usage/by-operation.ts';

it('counts jobs by their formats, the most frequent first', () => {
  const toPdf = { from: 'docx', to: 'pdf', status: 'complete' } as const;
  const tables = { from: 'pdf', format: 'tables', status: 'complete' } as const;

  expect(usageByOperation([])).toEqual([]);
  expect(
    usageByOperation([
      toPdf,
      tables,
      { ...tables, status: 'failed' },
      { ...tables, from: null, status: 'failed' },
      { ...tables, status: 'queued' },
    ]),
  ).toEqual([
    { name: 'PDF: Tables', jobs: 3, failed: 1 },
    { name: 'Document: Tables', jobs: 1, failed: 1 },
    { name: 'Word (DOCX) to PDF', jobs: 1, failed: 0 },
  ]);
});
