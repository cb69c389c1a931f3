import { describe, expect, it } from 'vitest';
import { queryOfHash, sectionOfHash, withQuery } from '../../dashboard/app/routes.ts';

describe('the URL fragment', () => {
  it.each([
    ['', 'home'],
    ['#/jobs', 'jobs'],
    ['#/jobs?job=job_1', 'jobs'],
    ['#/jobsearch', 'home'],
  ])('%j opens %s', (hash, section) => {
    expect(sectionOfHash(hash)).toBe(section);
  });

  it('keeps what is not changed, and drops empty parameters', () => {
    const filtered = withQuery('#/jobs?status=failed', { search: 'a & b' });

    expect(filtered).toBe('#/jobs?status=failed&search=a+%26+b');
    expect(queryOfHash(filtered).get('search')).toBe('a & b');
    expect(withQuery(filtered, { search: '', status: '' })).toBe('#/jobs');
  });
});
