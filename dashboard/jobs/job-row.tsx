import type { Job } from '../api/types.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime, useNow } from '../ui/time.tsx';
import { isActive, jobDuration, jobSizes, jobTitle, progressLabel, stateLabels } from './job-labels.ts';

/** The state of a job, with its progress while it runs. */
export const JobState = ({ job }: { job: Job }) => {
  const words = job.status === 'processing' ? progressLabel(job.progress) : undefined;
  return (
    <span class="job-state">
      <span class={`badge state-${job.status}`}>{stateLabels[job.status]}</span>
      {words === undefined ? null : (
        <span class="row-progress">
          <progress
            aria-label={`Progress of ${jobTitle(job)}`}
            {...(job.progress?.total ? { value: job.progress.done, max: job.progress.total } : {})}
          />
          <span class="fine">{words}</span>
        </span>
      )}
    </span>
  );
};

/** A link that downloads the result of a job. */
export const DownloadLink = ({ job, kind }: { job: Job; kind: 'icon' | 'button' }) => {
  if (job.output_url === undefined) return null;
  const name = job.output?.filename ?? jobTitle(job);
  return (
    <a
      class={kind === 'icon' ? 'icon-button' : 'button primary'}
      href={job.output_url}
      download={name}
      aria-label={`Download ${name}`}
      title={`Download ${name}`}
    >
      <Icon name="download" />
      {kind === 'icon' ? null : 'Download'}
    </a>
  );
};

/** A row of the job table. Its name opens the details, and so does a click anywhere else in the row. */
export const JobRow = ({
  job,
  href,
  isCancelling,
  onCancel,
}: {
  job: Job;
  /** The address of its details. */
  href: string;
  isCancelling: boolean;
  onCancel: () => void;
}) => {
  const active = isActive(job);
  const now = useNow(active ? 1000 : null);
  return (
    <tr>
      <th scope="row">
        <a class="row-link" href={href}>
          {job.filename ?? jobTitle(job)}
        </a>
        {job.filename === null ? null : <span class="fine">{jobTitle(job)}</span>}
        {job.error === null ? null : <span class="job-error">{job.error.message}</span>}
      </th>
      <td data-label="State">
        <JobState job={job} />
      </td>
      <td class="sizes" data-label="Size">
        {jobSizes(job) ?? <span class="fine">unknown</span>}
      </td>
      <td data-label="Duration">{jobDuration(job, now) ?? <span class="fine">none</span>}</td>
      <td data-label="Created">
        <RelativeTime iso={job.created_at} />
      </td>
      <td class="actions">
        <DownloadLink job={job} kind="icon" />
        {active ? (
          <button
            type="button"
            class="button small danger-text"
            disabled={isCancelling}
            aria-label={`Cancel ${jobTitle(job)}`}
            onClick={onCancel}
          >
            {isCancelling ? 'Cancelling…' : 'Cancel'}
          </button>
        ) : null}
      </td>
    </tr>
  );
};
