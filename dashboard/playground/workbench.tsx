import { useState } from 'preact/hooks';
import type { Formats } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';
import { formatExtension, formatLabel } from '../text/format-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { guessFormat, refusalOf } from './check-file.ts';
import { DropZone } from './drop-zone.tsx';
import { OptionForm } from './option-form.tsx';
import { type OptionValues, optionFields, optionsOf, withoutSecrets } from './options.ts';
import { RunStatus } from './run-status.tsx';
import type { SnippetCall } from './snippets.ts';
import { Snippets } from './snippets.tsx';
import { TargetForm } from './target-form.tsx';
import { sourcesOf, type Target, targetsOf } from './targets.ts';
import { maxDirectBytes } from './upload.ts';
import { type Run, useRun } from './use-run.ts';

const list = new Intl.ListFormat('en', { type: 'unit' });

const snippetCallOf = (
  url: string,
  file: File | undefined,
  source: string | undefined,
  target: Target,
  options: SnippetCall['options'],
): SnippetCall => {
  const filename = file?.name ?? `report.${formatExtension(source ?? 'pdf')}`;
  return {
    url,
    filename,
    isLarge: (file?.size ?? 0) > maxDirectBytes,
    operation: target.operation,
    target: target.name,
    options,
  };
};

const FileNotices = ({
  refusal,
  unreadFormat,
  unclearName,
}: {
  refusal: string | undefined;
  unreadFormat: string | undefined;
  /** The name of a file whose format it does not tell. */
  unclearName: string | undefined;
}) => (
  <>
    {refusal === undefined ? null : (
      <Notice kind="error">
        <p>{refusal}</p>
      </Notice>
    )}
    {unreadFormat === undefined ? null : (
      <Notice kind="warning">
        <p>This service does not support {formatLabel(unreadFormat)} files. Choose another file.</p>
      </Notice>
    )}
    {unclearName === undefined ? null : (
      <Notice kind="warning">
        <p>The name {unclearName} does not show a supported format. Choose the format under From.</p>
      </Notice>
    )}
  </>
);

const RunButton = ({
  operation,
  disabled,
  onClick,
}: {
  operation: Target['operation'] | undefined;
  disabled: boolean;
  onClick: () => void;
}) => (
  <>
    <button type="button" class="button primary wide" disabled={disabled} onClick={onClick}>
      <Icon name="playground" />
      {operation === 'extract' ? 'Extract' : 'Convert'}
    </button>
    <p class="fine">
      The upload and each run count as one operation each. Files and results are deleted after a few hours.
    </p>
  </>
);

/** The option that the last run lacked. */
const wantedOption = (run: Run): string | undefined =>
  run.state === 'ended' && run.job.error?.code === 'encrypted_document' ? 'password' : undefined;

/** The file, its target, the result, and the request as code. */
export const Workbench = ({ formats }: { formats: Formats }) => {
  const sources = sourcesOf(formats);
  const [file, setFile] = useState<File | undefined>();
  const [refusal, setRefusal] = useState<string | undefined>();
  const [from, setFrom] = useState<string | undefined>();
  const [targetId, setTargetId] = useState<string | undefined>();
  const [values, setValues] = useState<OptionValues>({});
  const { config } = useDashboard();
  const { run, start, cancel, reset } = useRun();

  const isBusy = run.state === 'uploading' || run.state === 'running';
  const source = from ?? (file === undefined ? sources[0] : undefined);
  const targets = source === undefined ? [] : targetsOf(formats, source);
  const target = targets.find(({ id }) => id === targetId) ?? targets[0];
  // If the file cannot be converted, the code shows the first conversion.
  const shownTarget = target ?? sources.flatMap((name) => targetsOf(formats, name))[0];
  const fields = target === undefined ? [] : optionFields(target.options);
  const options = optionsOf(fields, values);
  const isUnread = from !== undefined && !sources.includes(from);

  const take = async (next: File): Promise<void> => {
    reset();
    const problem = refusalOf(next);
    setRefusal(problem);
    const format = problem === undefined ? await guessFormat(next) : undefined;
    setFile(problem === undefined ? next : undefined);
    setFrom(format);
  };
  const begin = (): void => {
    if (file === undefined || target === undefined) return;
    void start({
      file,
      target,
      options,
      onDetected: (format) => {
        setFrom(format);
        return targetsOf(formats, format).some(({ id }) => id === target.id);
      },
    });
  };
  const call =
    shownTarget && snippetCallOf(config.api_url, file, source, shownTarget, withoutSecrets(fields, options));

  return (
    <div class="workbench">
      <div class="workbench-main">
        <section class="card" aria-label="Conversion">
          <DropZone
            reads={list.format(sources.map(formatLabel))}
            file={file}
            disabled={isBusy}
            onFile={(next) => void take(next)}
          />
          <FileNotices
            refusal={refusal}
            unreadFormat={isUnread ? from : undefined}
            unclearName={from === undefined ? file?.name : undefined}
          />
          <TargetForm
            sources={sources}
            from={source}
            targets={targets}
            target={target}
            disabled={isBusy}
            onFrom={setFrom}
            onTarget={setTargetId}
          />
          <OptionForm fields={fields} values={values} wanted={wantedOption(run)} onChange={setValues} />
          <RunButton
            operation={target?.operation}
            disabled={file === undefined || target === undefined || isBusy}
            onClick={begin}
          />
        </section>
        <RunStatus run={run} onCancel={() => void cancel()} />
      </div>
      {call === undefined ? null : <Snippets call={call} />}
    </div>
  );
};
