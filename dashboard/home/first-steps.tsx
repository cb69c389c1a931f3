import type { ComponentChildren } from 'preact';
import type { NewApiKey } from '../api/types.ts';
import { useAction } from '../api/use-action.ts';
import { docsAddress } from '../app/addresses.ts';
import { useDashboard } from '../app/context.ts';
import { jobTitle } from '../jobs/job-labels.ts';
import { DownloadLink } from '../jobs/job-row.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { firstCall } from './first-call.ts';
import type { Progress } from './progress.ts';

const Step = ({
  number,
  title,
  isDone,
  isNext,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  /** Whether it is the first that is not done. */
  isNext: boolean;
  children?: ComponentChildren;
}) => (
  <li class={`step${isDone ? ' done' : ''}${isNext ? ' next' : ''}`}>
    <span class="step-mark">{isDone ? <Icon name="check" /> : number}</span>
    <div class="step-body">
      <h3>
        {title}
        {isDone ? <span class="visually-hidden"> (done)</span> : null}
      </h3>
      {children}
    </div>
  </li>
);

/** The place of a new key in the shared state. It is only in memory. */
const newKeyPlace = 'first-steps: new key';

const KeyStep = ({ onCreated }: { onCreated: () => Promise<void> }) => {
  const { client, cache, announce } = useDashboard();
  const { isBusy, error, run } = useAction(async () => {
    const created = await client.call<NewApiKey>('/account/keys', {
      access: 'user',
      json: { name: 'First key' },
    });
    cache.set(newKeyPlace, created.key);
    announce('Key created. It is in the call of the second step.');
    await onCreated();
  });
  return (
    <>
      <p>Your code exchanges a key for a token that is valid for an hour.</p>
      {error === undefined ? null : <ErrorNotice error={error} />}
      <button type="button" class="button primary" disabled={isBusy} onClick={() => void run()}>
        <Icon name="keys" />
        {isBusy ? 'Creating…' : 'Create my first key'}
      </button>
    </>
  );
};

const CallStep = () => {
  const { cache, config } = useDashboard();
  const key = cache.get(newKeyPlace);
  const isShown = typeof key === 'string';
  return (
    <>
      <p>
        Paste this into a terminal. It makes a small document and turns it into <code>hello.pdf</code>.
      </p>
      {isShown ? (
        <Notice kind="warning">
          <p>
            <strong>Your new key is in this call, and is not shown again.</strong> Save it if you want to keep
            it.
          </p>
        </Notice>
      ) : (
        <p class="fine">
          Put in the key that you saved, or <a href="#/keys">create another</a>.
        </p>
      )}
      <CodeBlock
        code={firstCall(config.api_url, isShown ? key : undefined)}
        language="Shell"
        label="First call"
      />
      <p class="waiting">
        <span class="pulse" aria-hidden="true" />
        Waiting for your call. This page notices it by itself.
      </p>
    </>
  );
};

/** The first steps of a new account, each ticked by what has happened. */
export const FirstSteps = ({
  progress: { hasKey, hasCalled, done },
  onChanged,
}: {
  progress: Progress;
  onChanged: () => Promise<void>;
}) => {
  const isDone = hasKey && hasCalled && done !== undefined;
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{isDone ? 'You are set up' : 'Three steps to your first document'}</h2>
      <ol class="steps">
        <Step number={1} title="Create an API key" isDone={hasKey} isNext={!hasKey}>
          {hasKey ? null : <KeyStep onCreated={onChanged} />}
        </Step>
        <Step number={2} title="Make your first call" isDone={hasCalled} isNext={hasKey && !hasCalled}>
          {hasKey && !hasCalled ? <CallStep /> : null}
        </Step>
        <Step
          number={3}
          title="Get your first result"
          isDone={done !== undefined}
          isNext={hasKey && hasCalled && done === undefined}
        >
          {done === undefined ? (
            <p class="fine">
              No terminal at hand? <a href="#/playground">Convert a file in the playground</a>.
            </p>
          ) : (
            <p class="first-result">
              <a href={`#/jobs?job=${done.job_id}`}>{done.output?.filename ?? jobTitle(done)}</a>
              <DownloadLink job={done} kind="icon" />
            </p>
          )}
        </Step>
      </ol>
      {isDone ? (
        <p class="fine">
          Next: <a href="#/webhooks">get a signed request when a job ends</a>, or{' '}
          <a href={docsAddress()}>read the guides</a>.
        </p>
      ) : null}
    </section>
  );
};
