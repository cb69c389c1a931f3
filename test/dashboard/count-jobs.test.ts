import { expect, it } from 'vitest';
import { jobTitle } from '../../dashboard/jobs/job-labels.ts';
import { countJobs, keyNames } from '../../dashboard/usage/count-jobs.ts';

it('counts jobs by their formats, the most frequent first', () => {
  const toPdf = { from: 'docx', to: 'pdf', status: 'complete' } as const;
  const tables = { from: 'pdf', format: 'tables', status: 'complete' } as const;

  expect(countJobs([], jobTitle)).toEqual([]);
  expect(
    countJobs(
      [
        toPdf,
        tables,
        { ...tables, status: 'failed' },
        { ...tables, from: null, status: 'failed' },
        { ...tables, status: 'queued' },
      ],
      jobTitle,
    ),
  ).toEqual([
    { name: 'PDF: Tables', jobs: 3, failed: 1 },
    { name: 'Document: Tables', jobs: 1, failed: 1 },
    { name: 'Word (DOCX) to PDF', jobs: 1, failed: 0 },
  ]);
});

it('names the key of a job, that of the dashboard, and a key that is gone', () => {
  const nameOf = keyNames([{ key_id: 'key_1', name: 'Invoice server' }]);

  expect([{ key_id: 'key_1' }, {}, { key_id: 'key_2' }].map(nameOf)).toEqual([
    'Invoice server',
    'Dashboard',
    'key_2',
  ]);
});
