import { useState } from 'preact/hooks';
import type { AcceptedJob, Job, StoredFile } from '../api/types.ts';
import { useAction } from '../api/use-action.ts';
import { useLoad } from '../api/use-load.ts';
import { useDashboard } from '../app/context.ts';
import { formatBytes, formatDuration, formatTimeWithZone } from '../text/format.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { ConfirmDeletion } from '../ui/confirm-deletion.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadState } from '../ui/load-state.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/time.tsx';
import { commandOf, outcomeOf, phasesOf, repeatOf } from './job-details.ts';
import { isActive, jobDuration, jobTitle, stateLabels } from './job-labels.ts';
import { DownloadLink, JobState } from './job-row.tsx';
import { useCancelJob } from './use-cancel-job.ts';
import { useLive } from './use-jobs.ts';

const Timings = ({ job }: { job: Job }) => {
  const phases = phasesOf(job);
  return phases.length === 0 ? null : (
    <section>
      <h3>Time</h3>
      <div class="timings" aria-hidden="true">
        {phases.map(({ name, share }) => (
          <span key={name} class={`phase-${name}`} style={{ flexGrow: share }} />
        ))}
      </div>
      <dl class="legend">
        {phases.map(({ name, label, ms }) => (
          <div key={name}>
            <dt>
              <span class={`dot phase-${name}`} />
              {label}
            </dt>
            <dd>{formatDuration(ms)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

const Engines = ({ job: { report } }: { job: Job }) =>
  report?.tried === undefined || report.tried.length === 0 ? null : (
    <section>
      <h3>Engines</h3>
      <ol class="engines">
        {report.tried.map((tried) => (
          <li key={`${tried.engine} ${tried.outcome}`} class={tried.outcome === 'used' ? 'used' : ''}>
            <Icon name={tried.outcome === 'used' ? 'check' : 'close'} />
            <span>
              <span class="mono">{tried.engine}</span>
              <span class="fine">
                {outcomeOf(tried)}
                {tried.outcome === 'used' && report.version !== undefined
                  ? `, version ${report.version}`
                  : ''}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );

const Steps = ({ job: { steps } }: { job: Job }) =>
  steps === undefined ? null : (
    <section>
      <h3>Steps</h3>
      <ol class="job-steps">
        {steps.map((step) => (
          <li key={step.name}>
            <span>
              <strong>{step.name}</strong> <span class="fine">{jobTitle(step)}</span>
            </span>
            {step.output_url === undefined ? (
              <span class={`badge state-${step.status}`}>{stateLabels[step.status]}</span>
            ) : (
              <a href={step.output_url} download={step.output?.filename}>
                {step.output?.filename}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );

const Fact = ({ name, children }: { name: string; children: preact.ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const timeOf = (iso: string | null): string => (iso === null ? '—' : formatTimeWithZone(iso));

const Facts = ({ job }: { job: Job }) => {
  const now = useNow(isActive(job) ? 1000 : null);
  const { report, output } = job;
  const pages = report?.pages ?? null;
  return (
    <section>
      <h3>Details</h3>
      <dl class="job-facts">
        <Fact name="Job">
          <code>{job.job_id}</code> <CopyButton text={job.job_id} label="Copy job id" />
        </Fact>
        <Fact name="Source">
          {job.filename ?? 'A document at a URL'}
          {report?.input === undefined ? null : `, ${formatBytes(report.input.size_bytes)}`}
          {job.file_ids === undefined ? null : `, and ${job.file_ids.length - 1} more`}
        </Fact>
        {output === null ? null : (
          <Fact name="Result">
            {output.filename}, {formatBytes(output.size_bytes)}
          </Fact>
        )}
        {pages === null ? null : (
          <Fact name="Pages">
            {pages}
            {report?.ocr_pages ? `, ${report.ocr_pages} of them read by text recognition` : ''}
          </Fact>
        )}
        {report?.fonts_substituted === undefined || report.fonts_substituted.length === 0 ? null : (
          <Fact name="Substituted fonts">{report.fonts_substituted.join(', ')}</Fact>
        )}
        <Fact name="Created">{timeOf(job.created_at)}</Fact>
        <Fact name="Duration">{jobDuration(job, now) ?? '—'}</Fact>
        {job.expires_at === null ? null : (
          <Fact name={job.output_url === undefined ? 'Result deleted' : 'Result kept until'}>
            {timeOf(job.expires_at)}
          </Fact>
        )}
        {job.attempts > 1 ? <Fact name="Attempts">{job.attempts}</Fact> : null}
        {job.delivery === undefined ? null : (
          <Fact name="Delivery">
            {job.delivery.status}
            {job.delivery.message === undefined ? '' : `. ${job.delivery.message}`}
          </Fact>
        )}
      </dl>
      {report === null ? null : (
        <details class="report">
          <summary>Report as JSON</summary>
          <CodeBlock code={JSON.stringify(report, null, 2)} language="JSON" label="Report" />
        </details>
      )}
    </section>
  );
};

const Messages = ({ job }: { job: Job }) => (
  <>
    {job.error === null ? null : (
      <Notice kind="error">
        <p>{job.error.message}</p>
        <p class="fine">
          <code>{job.error.code}</code>
          {job.error.step === undefined ? '' : ` in step ${job.error.step}`}
          {job.error.retryable ? '. This may be temporary. Run it again.' : ''}
        </p>
      </Notice>
    )}
    {job.report?.warnings?.map((warning) => (
      <Notice key={warning} kind="warning">
        <p>{warning}</p>
      </Notice>
    ))}
  </>
);

/** Runs a job again, if its file still exists. */
const RunAgain = ({ job, onOpen }: { job: Job; onOpen: (jobId: string) => void }) => {
  const { client, announce } = useDashboard();
  const repeat = repeatOf(job);
  const { data: file, error: missing } = useLoad<StoredFile>(
    `/file/${encodeURIComponent(job.file_id ?? '')}`,
  );
  const { isBusy, error, run } = useAction(async () => {
    if (repeat === undefined) return;
    const { job_id: jobId } = await client.call<AcceptedJob>(repeat.path, { json: repeat.json });
    announce('The job runs again');
    onOpen(jobId);
  });
  if (missing !== undefined) return <p class="fine">The file is deleted, so the job cannot run again.</p>;
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={isBusy || file === undefined}
        title="Runs with the default options. Counts as an operation."
        onClick={() => void run()}
      >
        <Icon name="again" />
        {isBusy ? 'Starting…' : 'Run again'}
      </button>
      {error === undefined ? null : <ErrorNotice error={error} />}
    </>
  );
};

const Actions = ({
  job,
  onOpen,
  onChanged,
  onDelete,
}: {
  job: Job;
  onOpen: (jobId: string) => void;
  onChanged: () => Promise<void>;
  onDelete: () => void;
}) => {
  const { cancelling, problem, cancel } = useCancelJob(onChanged);
  return (
    <>
      <div class="drawer-actions">
        <DownloadLink job={job} kind="button" />
        {isActive(job) ? (
          <button
            type="button"
            class="button danger-text"
            disabled={cancelling !== undefined}
            onClick={() => void cancel(job)}
          >
            {cancelling === undefined ? 'Cancel job' : 'Cancelling…'}
          </button>
        ) : (
          <>
            {repeatOf(job) === undefined ? null : <RunAgain job={job} onOpen={onOpen} />}
            <button type="button" class="button danger-text" onClick={onDelete}>
              <Icon name="trash" />
              Delete
            </button>
          </>
        )}
      </div>
      {problem === undefined ? null : <ErrorNotice error={problem} />}
    </>
  );
};

/** The details of a job. */
export const JobDrawer = ({
  jobId,
  onOpen,
  onChanged,
  onClose,
}: {
  jobId: string;
  /** Called with the id of another job to show. */
  onOpen: (jobId: string) => void;
  /** Called after the job was changed or deleted. */
  onChanged: () => void;
  onClose: () => void;
}) => {
  const { announce, config } = useDashboard();
  const loaded = useLoad<Job>(`/job/${encodeURIComponent(jobId)}`);
  const { data: job, reload } = loaded;
  const [isDeleting, setDeleting] = useState(false);
  useLive(loaded, job !== undefined && isActive(job));
  return (
    <>
      <Dialog
        kind="drawer"
        title={job === undefined ? 'Job' : (job.filename ?? jobTitle(job))}
        onClose={onClose}
      >
        <LoadState loaded={loaded} what="the job" kind="page" />
        {job === undefined ? null : (
          <>
            <div class="drawer-summary">
              <JobState job={job} />
              <span>{jobTitle(job)}</span>
            </div>
            <Actions
              job={job}
              onOpen={(id) => {
                onOpen(id);
                onChanged();
              }}
              onChanged={async () => {
                await reload();
                onChanged();
              }}
              onDelete={() => setDeleting(true)}
            />
            <Messages job={job} />
            <Timings job={job} />
            <Steps job={job} />
            <Engines job={job} />
            <Facts job={job} />
            <section>
              <h3>The same call</h3>
              <CodeBlock code={commandOf(job, config.api_url)} language="curl" label="Call" />
              <p class="fine">
                The options of a job are not kept after it has ended. Add yours with <code>options</code>.
              </p>
            </section>
          </>
        )}
      </Dialog>
      {isDeleting ? (
        <ConfirmDeletion
          title="Delete this job?"
          path={`/job/${encodeURIComponent(jobId)}`}
          keep="Keep job"
          action="Delete job"
          busy="Deleting…"
          onDeleted={() => {
            announce('Job deleted');
            onClose();
            onChanged();
          }}
          onClose={() => setDeleting(false)}
        >
          The job and its result are deleted at once. You cannot undo this.
        </ConfirmDeletion>
      ) : null}
    </>
  );
};
