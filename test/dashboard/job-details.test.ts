import { describe, expect, it } from 'vitest';
import { commandOf, matches, outcomeOf, phasesOf, repeatOf } from '../../dashboard/jobs/job-details.ts';

const job = {
  file_id: 'file_1',
  filename: 'report.docx',
  from: 'docx' as const,
  to: 'pdf' as const,
};

const parts = { ...job, filename: 'a.pdf', from: 'pdf' as const, file_ids: ['file_1', 'file_2'] };

const inSteps = {
  ...job,
  steps: [
    {
      name: 'draft',
      from: 'docx' as const,
      to: 'pdf' as const,
      status: 'complete' as const,
      progress: null,
      output: null,
      report: null,
    },
    {
      name: 'words',
      from: 'pdf' as const,
      format: 'text' as const,
      status: 'complete' as const,
      progress: null,
      output: null,
      report: null,
    },
  ],
};

describe('the phases of a job', () => {
  it('are those that took time, with their share', () => {
    const phases = phasesOf({ report: { timings_ms: { queued: 100, download: 0, engine: 300, store: 0 } } });

    expect(phases).toEqual([
      { name: 'queued', label: 'Waiting for a worker', ms: 100, share: 0.25 },
      { name: 'engine', label: 'Processing', ms: 300, share: 0.75 },
    ]);
  });

  it('are none before a worker reports', () => {
    expect(phasesOf({ report: null })).toEqual([]);
    expect(phasesOf({ report: { timings_ms: { queued: 0, download: 0, engine: 0, store: 0 } } })).toEqual([]);
  });
});

describe('the outcome of an engine', () => {
  it.each([
    [{ engine: 'a', outcome: 'used' }, 'made the result'],
    [
      { engine: 'a', outcome: 'passed_over', options: ['page_numbers', 'header'] },
      'passed over, because it does not have page_numbers, header',
    ],
    [{ engine: 'a', outcome: 'of_later' }, 'of_later'],
  ])('%j reads: %s', (tried, words) => {
    expect(outcomeOf(tried)).toBe(words);
  });
});

describe('running a job again', () => {
  it('requests the same target of the same files', () => {
    expect(repeatOf(job)).toEqual({ path: '/convert', json: { file_id: 'file_1', from: 'docx', to: 'pdf' } });
    expect(repeatOf({ ...job, from: null, to: undefined, format: 'tables' })).toEqual({
      path: '/extract',
      json: { file_id: 'file_1', format: 'tables' },
    });
    expect(repeatOf(parts)?.json).toEqual({ file_ids: ['file_1', 'file_2'], from: 'pdf', to: 'pdf' });
  });

  it('is not offered if the job does not have its whole request', () => {
    expect(repeatOf({ ...job, file_id: null, filename: null })).toBeUndefined();
    expect(repeatOf(inSteps)).toBeUndefined();
  });
});

describe('the command of a job', () => {
  const url = 'https://api.example';
  const start = (path: string) =>
    `curl -sS --fail-with-body ${url}${path} \\\n  -H "Authorization: Bearer $TOKEN" \\\n  `;

  it('sends the file in one call', () => {
    expect(commandOf(job, url)).toBe(
      `${start('/convert')}-H 'Prefer: wait=25' \\\n  -F 'file=@report.docx' -F to=pdf`,
    );
    expect(commandOf({ ...job, to: undefined, format: 'tables' }, url)).toContain('-F format=tables');
  });

  it("quotes names for the shell and for curl's own syntax", () => {
    expect(commandOf({ ...job, filename: "it's.docx" }, url)).toContain(`-F 'file=@it'\\''s.docx'`);
    expect(commandOf({ ...job, filename: 'a;b.docx' }, url)).toContain(`-F 'file=@"a;b.docx"'`);
  });

  it('lists steps, several files, and a URL to insert', () => {
    expect(commandOf(inSteps, url)).toContain(
      `-F 'steps=[{"name":"draft","to":"pdf"},{"name":"words","format":"text"}]'`,
    );
    expect(commandOf(parts, url)).toContain(`-d '{"file_ids":["file_1","file_2"],"to":"pdf"}'`);
    expect(commandOf({ ...job, file_id: null, filename: null }, url)).toContain(
      `-d '{"file_url":"https://...","to":"pdf"}'`,
    );
  });
});

describe('the search', () => {
  it.each([
    ['', true],
    [' REPORT ', true],
    ['to pdf', true],
    ['job_01', true],
    ['markdown', false],
  ])('for %j finds the job: %s', (search, isFound) => {
    expect(matches('Word (DOCX) to PDF', { job_id: 'job_01ABC', filename: 'report.docx' }, search)).toBe(
      isFound,
    );
  });
});
