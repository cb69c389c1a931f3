import { useState } from 'preact/hooks';
import type { Formats } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';
import { formatCount } from '../text/format.ts';
import { formatExtension, formatLabel } from '../text/format-names.ts';
import { Icon } from '../ui/icon.tsx';
import { CodePanel } from './code-panel.tsx';
import { DropZone, FileList } from './file-list.tsx';
import { OptionForm } from './option-form.tsx';
import { optionError, optionFields, optionsOf, problemOf, withoutSecrets } from './options.ts';
import { type FileItem, isItemBusy, type PlaygroundState, usePlayground } from './playground-store.ts';
import { ResultPanel } from './result-panel.tsx';
import type { RunRequest } from './run-job.ts';
import { Samples } from './samples.tsx';
import type { SnippetCall } from './snippets.ts';
import { Tabs } from './tabs.tsx';
import { TargetPicker } from './target-picker.tsx';
import { defaultTarget, sourcesOf, type Target, targetsOf } from './targets.ts';
import { maxDirectBytes } from './upload.ts';

/** Returns the request for a file, undefined if its format has no such target. */
const requestOf = (
  formats: Formats,
  from: string | undefined,
  item: FileItem,
  targetId: string,
  values: PlaygroundState['values'],
): RunRequest | undefined => {
  const target = from === undefined ? undefined : targetsOf(formats, from).find(({ id }) => id === targetId);
  if (target === undefined) return undefined;
  const fields = optionFields(target.options);
  const takesPassword = fields.some(({ name }) => name === 'password');
  return {
    target,
    options: optionsOf(fields, { ...values, ...(takesPassword ? { password: item.password } : {}) }),
  };
};

/** Returns whether a file has the result of a request already. */
const hasResultOf = ({ run }: FileItem, request: RunRequest): boolean =>
  run.state === 'ended' &&
  run.job.status === 'complete' &&
  run.request.target.id === request.target.id &&
  JSON.stringify(run.request.options) === JSON.stringify(request.options);

const SourceSelect = ({
  sources,
  from,
  disabled,
  onFrom,
}: {
  sources: readonly string[];
  from: string | undefined;
  disabled: boolean;
  onFrom: (from: string) => void;
}) => (
  <div class="field">
    <label for="playground-from">From</label>
    <select
      id="playground-from"
      value={from ?? ''}
      disabled={disabled}
      {...(from === undefined ? { 'aria-invalid': true as const } : {})}
      onChange={(event) => onFrom(event.currentTarget.value)}
    >
      {from === undefined || !sources.includes(from) ? (
        <option value={from ?? ''}>{from === undefined ? 'Choose…' : formatLabel(from)}</option>
      ) : null}
      {sources.map((source) => (
        <option key={source} value={source}>
          {formatLabel(source)}
        </option>
      ))}
    </select>
  </div>
);

const snippetCallOf = (
  url: string,
  item: FileItem | undefined,
  source: string,
  target: Target,
  values: PlaygroundState['values'],
): SnippetCall => {
  const fields = optionFields(target.options);
  const password = item === undefined || item.password === '' ? {} : { password: item.password };
  return {
    url,
    filename: item?.file.name ?? `report.${formatExtension(source)}`,
    isLarge: (item?.file.size ?? 0) > maxDirectBytes,
    operation: target.operation,
    target: target.name,
    options: withoutSecrets(fields, optionsOf(fields, { ...values, ...password })),
  };
};

const resultId = 'workbench-result';

/** Scrolls to the result where it is below the form, as on a phone. */
const showResult = (): void => {
  const result = document.getElementById(resultId);
  if (result !== null && result.getBoundingClientRect().top > innerHeight / 2) result.scrollIntoView();
};

/** What the buttons and fields of the workbench do. */
const useWorkbench = (formats: Formats) => {
  const { announce } = useDashboard();
  const { playground, state } = usePlayground();
  const { items, selectedId, targetId, values } = state;
  const sources = sourcesOf(formats);
  const item = items.find(({ id }) => id === selectedId);
  const source = item === undefined ? (state.from ?? 'pdf') : item.from;
  const targets = source === undefined ? [] : targetsOf(formats, source);
  // The target that is proposed suits as many files as possible.
  const others = items.flatMap(({ from, problem }) =>
    problem === undefined && from !== undefined && from !== source && sources.includes(from)
      ? [new Set(targetsOf(formats, from).map(({ id }) => id))]
      : [],
  );
  const shared = targets.filter(({ id }) => others.every((ids) => ids.has(id)));
  const target =
    targets.find(({ id }) => id === targetId) ??
    (source === undefined ? undefined : defaultTarget(shared.length === 0 ? targets : shared, source));
  const fields =
    target === undefined ? [] : optionFields(target.options).filter(({ name }) => name !== 'password');
  const isValid = fields.every((field) => problemOf(field, values[field.name]) === undefined);

  /** What each file needs; undefined for a file that cannot be sent or has no such target. */
  const requestFor = (one: FileItem): RunRequest | undefined =>
    target === undefined || one.problem !== undefined
      ? undefined
      : requestOf(formats, one.from, one, target.id, values);
  const ready = items.filter((one) => !isItemBusy(one) && requestFor(one) !== undefined);
  const lacking = ready.filter((one) => {
    const request = requestFor(one);
    return request !== undefined && !hasResultOf(one, request);
  });
  // If nothing has changed, a run repeats all of them.
  const next = lacking.length === 0 ? ready : lacking;

  const run = (): void => {
    if (target === undefined || next.length === 0 || !isValid) return;
    const ids = next.map(({ id }) => id);
    showResult();
    void playground
      .run(ids, (from, one) => requestOf(formats, from, one, target.id, values))
      .then(() => {
        const done = playground.state().items.filter(({ id }) => ids.includes(id));
        const complete = done.filter((one) => one.run.state === 'ended' && one.run.job.status === 'complete');
        announce(`${complete.length} of ${formatCount(done.length, 'file')} done`);
      });
  };
  const setFrom = (from: string): void => {
    if (item === undefined) playground.set({ from });
    else playground.setItem(item.id, { from, run: { state: 'idle' } });
  };
  const refusal = item?.run.state === 'refused' ? optionError(item.run.message) : undefined;
  return {
    playground,
    state,
    sources,
    item,
    source,
    targets,
    target,
    fields,
    next,
    isValid,
    run,
    setFrom,
    refused: refusal === undefined ? {} : { [refusal.name]: refusal.problem },
  };
};

type Workbench = ReturnType<typeof useWorkbench>;

const RunButton = ({ target, next, isValid, run }: Workbench) => {
  const verb = target?.operation === 'extract' ? 'Extract' : 'Convert';
  return (
    <div class="run-button">
      <button
        type="button"
        class="button primary wide"
        disabled={target === undefined || next.length === 0 || !isValid}
        onClick={run}
      >
        <Icon name="playground" />
        {next.length > 1 ? `${verb} ${next.length} files` : verb}
      </button>
      <p class="fine">
        An upload and each run count as one operation each. Files are deleted after two hours.
      </p>
    </div>
  );
};

/** Returns what is wrong with the format of a file. */
const unsupportedFormat = (
  { from, problem }: FileItem,
  sources: readonly string[],
  target: Target | undefined,
  formats: Formats,
): string | undefined => {
  if (problem !== undefined) return undefined;
  if (from === undefined) return 'The name does not show a supported format. Choose the format under From.';
  if (!sources.includes(from)) return `${formatLabel(from)} files are not supported. Choose another file.`;
  return target === undefined || targetsOf(formats, from).some(({ id }) => id === target.id)
    ? undefined
    : `${formatLabel(from)} cannot become ${target.label}. Choose another target for it.`;
};

const panels = ['Result', 'Code'] as const;

/** The files and what to do with them, beside the result and the request as code. */
export const Workbench = ({ formats }: { formats: Formats }) => {
  const workbench = useWorkbench(formats);
  const { playground, state, sources, item, source, targets, target, fields } = workbench;
  const { config } = useDashboard();
  const [panel, setPanel] = useState<(typeof panels)[number]>('Result');
  const isBusy = item !== undefined && isItemBusy(item);
  const add = (files: readonly File[]): void => {
    setPanel('Result');
    void playground.add(files);
  };
  // Without a file that can be converted, the code shows the first conversion.
  const shownSource = target === undefined || source === undefined ? 'pdf' : source;
  const shownTarget = target ?? defaultTarget(targetsOf(formats, shownSource), shownSource);

  return (
    <div class="workbench">
      <section class="card workbench-form" aria-label="Conversion">
        <DropZone formatCount={sources.length} isSmall={state.items.length > 0} onFiles={add} />
        {state.items.length === 0 ? (
          <Samples onFile={(file) => add([file])} />
        ) : (
          <FileList
            items={state.items}
            selectedId={state.selectedId}
            unsupportedOf={(one) => unsupportedFormat(one, sources, target, formats)}
            onSelect={(id) => playground.set({ selectedId: id })}
            onRemove={playground.remove}
            onPassword={(id, password) => playground.setItem(id, { password })}
            onRun={workbench.run}
          />
        )}
        {state.note === undefined ? null : (
          <p class="file-problem" role="alert">
            {state.note}
          </p>
        )}
        <div class="field-row">
          <SourceSelect sources={sources} from={source} disabled={isBusy} onFrom={workbench.setFrom} />
          <TargetPicker
            targets={targets}
            target={target}
            disabled={isBusy}
            onTarget={(targetId) => playground.set({ targetId })}
          />
        </div>
        <RunButton {...workbench} />
        <OptionForm
          fields={fields}
          values={state.values}
          refused={workbench.refused}
          onChange={(values) => playground.set({ values })}
        />
      </section>
      <section id={resultId} class="card workbench-result" aria-label="Result and code">
        <Tabs id="panel" label="Result or code" names={panels} selected={panel} onSelect={setPanel}>
          {panel === 'Result' || shownTarget === undefined ? (
            <ResultPanel
              item={item}
              target={target}
              onCancel={() => item !== undefined && void playground.cancel(item.id)}
            />
          ) : (
            <CodePanel call={snippetCallOf(config.api_url, item, shownSource, shownTarget, state.values)} />
          )}
        </Tabs>
      </section>
    </div>
  );
};
