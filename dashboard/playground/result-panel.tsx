import { jobDuration, jobSizes, progressLabel } from '../jobs/job-labels.ts';
import { formatBytes } from '../text/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { fileProblem } from './file-list.tsx';
import type { FileItem } from './playground-store.ts';
import { ResultPreview } from './preview.tsx';
import { ResultSkeleton, shapeOf } from './result-skeleton.tsx';
import type { Run } from './run-job.ts';
import type { Target } from './targets.ts';

const Progress = ({
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
  <section class="run" aria-label="Progress">
    <div class="run-head">
      <p>
        <strong>{words}</strong> <span class="fine">{note}</span>
      </p>
      <button type="button" class="button small" onClick={onCancel}>
        Cancel
      </button>
    </div>
    <progress aria-label={words} {...(value === undefined || max === undefined ? {} : { value, max })} />
  </section>
);

const RunProgress = ({ run, onCancel }: { run: Run; onCancel: () => void }) => {
  if (run.state === 'uploading')
    return (
      <Progress
        words="Uploading"
        note={`${formatBytes(run.sent)} of ${formatBytes(run.total)}`}
        value={run.sent}
        max={run.total}
        onCancel={onCancel}
      />
    );
  const { job, note } = run.state === 'running' ? run : { job: undefined, note: undefined };
  const progress = job?.progress ?? null;
  return (
    <Progress
      words={job?.status === 'processing' ? 'Converting' : 'Waiting for a worker'}
      value={progress?.total ? progress.done : undefined}
      max={progress?.total ?? undefined}
      note={note ?? progressLabel(progress)}
      onCancel={onCancel}
    />
  );
};

const Warnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.length === 0 ? null : (
    <details class="warnings" open={warnings.length === 1}>
      <summary>
        <Icon name="warning" />
        {warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}
      </summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );

const NoResult = ({
  reason,
  isTemporary = false,
}: {
  reason: string | undefined;
  isTemporary?: boolean | undefined;
}) => (
  <div class="result-empty">
    <Icon name="warning" />
    <p>
      <strong>No result</strong>
    </p>
    <p class="fine">{reason}</p>
    {isTemporary ? <p class="fine">This may be temporary. Try again.</p> : null}
  </div>
);

const Ended = ({ run, item }: { run: Extract<Run, { state: 'ended' }>; item: FileItem }) => {
  const { job, request } = run;
  if (job.status === 'cancelled')
    return (
      <Notice>
        <p>The job was cancelled. It still counts as an operation.</p>
      </Notice>
    );
  if (job.status !== 'complete' || job.output === null || job.output_url === undefined)
    return <NoResult reason={fileProblem(item)} isTemporary={job.error?.retryable} />;
  const facts = [jobSizes(job), jobDuration(job, 0)].filter((fact) => fact !== undefined);
  return (
    <section class="result" aria-labelledby="result-title">
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
      <Warnings warnings={job.report?.warnings ?? []} />
      <ResultPreview key={job.job_id} job={job} item={item} kind={shapeOf(request.target)} />
    </section>
  );
};

/** The result of the selected file, or what comes before it. */
export const ResultPanel = ({
  item,
  target,
  onCancel,
}: {
  item: FileItem | undefined;
  target: Target | undefined;
  onCancel: () => void;
}) => {
  if (item === undefined)
    return (
      <div class="result-empty">
        <ResultSkeleton kind="text" />
        <p>
          <strong>Your result appears here</strong>
        </p>
        <p class="fine">Drop a file, or try a sample.</p>
      </div>
    );
  const { run } = item;
  switch (run.state) {
    case 'idle':
      return (
        <div class="result-empty">
          <ResultSkeleton kind={target === undefined ? 'text' : shapeOf(target)} />
          <p class="fine">
            {item.problem === undefined && target !== undefined
              ? `${target.operation === 'extract' ? 'Extract' : 'Convert'} to see ${item.file.name} as ${target.label}.`
              : 'Choose another file.'}
          </p>
        </div>
      );
    case 'refused':
      return <NoResult reason={run.message} />;
    case 'ended':
      return <Ended run={run} item={item} />;
    default:
      return (
        <>
          <RunProgress run={run} onCancel={onCancel} />
          <ResultSkeleton kind={target === undefined ? 'text' : shapeOf(target)} />
        </>
      );
  }
};
