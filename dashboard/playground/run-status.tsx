import { jobDuration, jobSizes, progressLabel } from '../jobs/job-labels.ts';
import { formatBytes } from '../text/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { ResultPreview } from './preview.tsx';
import type { Run } from './use-run.ts';

const Bar = ({
  words,
  value,
  max,
  note,
  onCancel,
}: {
  words: string;
  value?: number | undefined;
  max?: number | undefined;
  note?: string | undefined;
  onCancel: () => void;
}) => (
  <section class="card run" aria-label="Progress">
    <div class="run-head">
      <p>{words}</p>
      <button type="button" class="button small" onClick={onCancel}>
        Cancel
      </button>
    </div>
    <progress aria-label={words} {...(value === undefined || max === undefined ? {} : { value, max })} />
    <p class="fine run-note">{note ?? ' '}</p>
  </section>
);

const Ended = ({ run }: { run: Extract<Run, { state: 'ended' }> }) => {
  const { job, request } = run;
  if (job.status === 'cancelled')
    return (
      <Notice>
        <p>The job was cancelled. It still counts as an operation.</p>
      </Notice>
    );
  if (job.status !== 'complete' || job.output === null || job.output_url === undefined)
    return (
      <Notice kind="error">
        <p>{job.error?.message ?? 'The job has no result.'}</p>
        {job.error?.retryable ? <p>This may be temporary. Try again.</p> : null}
      </Notice>
    );
  const facts = [jobSizes(job), jobDuration(job, 0)].filter((fact) => fact !== undefined);
  return (
    <section class="card result" aria-labelledby="result-title">
      <div class="result-head">
        <div>
          <h2 id="result-title">{job.output.filename}</h2>
          <p class="fine">{facts.join(' in ')}</p>
        </div>
        <a class="button primary" href={job.output_url} download={job.output.filename}>
          <Icon name="download" />
          Download
        </a>
      </div>
      {job.report?.warnings?.map((warning) => (
        <Notice key={warning} kind="warning">
          <p>{warning}</p>
        </Notice>
      ))}
      <ResultPreview output={job.output} url={job.output_url} request={request} fileId={job.file_id} />
    </section>
  );
};

/** The progress of a run, and its result. */
export const RunStatus = ({ run, onCancel }: { run: Run; onCancel: () => void }) => {
  switch (run.state) {
    case 'idle':
      return null;
    case 'refused':
      return (
        <Notice kind="error">
          <p>{run.message}</p>
        </Notice>
      );
    case 'uploading':
      return (
        <Bar
          words={`Uploading, ${formatBytes(run.sent)} of ${formatBytes(run.total)}`}
          value={run.sent}
          max={run.total}
          onCancel={onCancel}
        />
      );
    case 'running': {
      const progress = run.job?.progress ?? null;
      return (
        <Bar
          words={run.job?.status === 'processing' ? 'Converting' : 'Waiting for a worker'}
          value={progress?.total ? progress.done : undefined}
          max={progress?.total ?? undefined}
          note={run.note ?? progressLabel(progress)}
          onCancel={onCancel}
        />
      );
    }
    case 'ended':
      return <Ended run={run} />;
  }
};
