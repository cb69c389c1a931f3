import type { Job } from '../api/types.ts';

/** Jobs that have something in common. */
export type JobCount = {
  /** What they have in common, such as `PDF to Markdown` or the name of a key. */
  readonly name: string;
  readonly jobs: number;
  readonly failed: number;
};

/** Counts jobs by what `nameOf` returns, the most frequent first. */
export const countJobs = <Counted extends Pick<Job, 'status'>>(
  jobs: readonly Counted[],
  nameOf: (job: Counted) => string,
): readonly JobCount[] =>
  [...Map.groupBy(jobs, nameOf)]
    .map(([name, group]) => ({
      name,
      jobs: group.length,
      failed: group.filter(({ status }) => status === 'failed').length,
    }))
    .toSorted((one, other) => other.jobs - one.jobs || one.name.localeCompare(other.name));

/** Returns the name of a job's API key. A revoked one that is no longer listed has only its id. */
export const keyNames = (
  keys: readonly { readonly key_id: string; readonly name: string }[],
): ((job: Pick<Job, 'key_id'>) => string) => {
  const names = new Map(keys.map(({ key_id: id, name }) => [id, name]));
  return ({ key_id: id }) => (id === undefined ? 'Dashboard' : (names.get(id) ?? id));
};
