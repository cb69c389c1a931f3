import type { Job } from '../api/types.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime, useNow } from '../ui/time.tsx';
import { isActive, jobDuration, jobSizes, jobTitle, progressLabel, stateLabels } from './job-labels.ts';

const Progress = ({ job }: { job: Job }) => {
  const words = progressLabel(job.progress);
  return words === undefined ? null : (
    <span class="row-progress">
      <progress
        aria-label={`Progress of ${jobTitle(job)}`}
        {...(job.progress?.total ? { value: job.progress.done, max: job.progress.total } : {})}
      />
      <span class="fine">{words}</span>
    </span>
  );
};

/** A row of the job table. */
export const JobRow = ({
  job,
  isCancelling,
  onCancel,
}: {
  job: Job;
  isCancelling: boolean;
  onCancel: () => void;
}) => {
  const active = isActive(job);
  const now = useNow(active ? 1000 : null);
  const name = job.output?.filename ?? jobTitle(job);
  return (
    <tr>
      <th scope="row">
        <span>{job.filename ?? jobTitle(job)}</span>
        {job.filename === null ? null : <span class="fine">{jobTitle(job)}</span>}
        <span class="fine mono job-id">{job.job_id}</span>
        {job.error === null ? null : <span class="job-error">{job.error.message}</span>}
      </th>
      <td data-label="State">
        <span class={`badge state-${job.status}`}>{stateLabels[job.status]}</span>
        {job.status === 'processing' ? <Progress job={job} /> : null}
      </td>
      <td class="sizes" data-label="Size">
        {jobSizes(job) ?? <span class="fine">unknown</span>}
      </td>
      <td data-label="Duration">{jobDuration(job, now) ?? <span class="fine">none</span>}</td>
      <td data-label="Created">
        <RelativeTime iso={job.created_at} />
      </td>
      <td class="actions">
        {job.output_url === undefined ? null : (
          <a class="button small" href={job.output_url} download={name} aria-label={`Download ${name}`}>
            <Icon name="download" />
            Download
          </a>
        )}
        {job.status === 'complete' && job.output_url === undefined ? (
          <span class="fine">Result deleted</span>
        ) : null}
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
