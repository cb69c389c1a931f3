import { useEffect, useState } from 'preact/hooks';
import { waitsUntil } from '../../lib/operator/waits-until.ts';
import { useAction } from '../api/use-action.ts';
import { useDashboard } from '../app/context.ts';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { Row } from './result-rows.ts';
import { ResultView } from './result-view.tsx';

type Option = {
  readonly name: string;
  readonly summary: string;
  readonly kind?: 'account' | 'count' | 'flag';
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
};

type Command = {
  readonly name: string;
  readonly summary: string;
  readonly access: 'read' | 'export' | 'change';
  readonly options: readonly Option[];
};

type Values = Readonly<Record<string, string>>;

/** What was run, and its result. */
type Shown = { readonly title: string; readonly result: Row; readonly isDryRun: boolean };

/** The option that an id is for. */
const optionOfId: Readonly<Record<string, string>> = {
  acct: 'account',
  job: 'job',
  key: 'key',
  whk: 'webhook',
  msg: 'delivery',
};

const Field = ({
  option: { name, summary, kind, isOptional = false, choices },
  value,
  onChange,
}: {
  option: Option;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) => {
  const id = `operator-${name}`;
  if (kind === 'flag')
    return (
      <label class="event-choice">
        <input
          type="checkbox"
          checked={value !== undefined}
          onChange={(event) => onChange(event.currentTarget.checked ? '' : undefined)}
        />
        {summary}
      </label>
    );
  const change = (text: string): void => onChange(text === '' ? undefined : text);
  return (
    <div class="operator-field">
      <label for={id}>
        {name.replaceAll('-', ' ')}
        {isOptional ? <span class="fine"> optional</span> : null}
      </label>
      {choices === undefined ? (
        <input
          id={id}
          value={value ?? ''}
          required={!isOptional}
          placeholder={summary.replaceAll('`', '')}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <select
          id={id}
          value={value ?? ''}
          required={!isOptional}
          onChange={(event) => change(event.currentTarget.value)}
        >
          <option value="">{isOptional ? 'Any' : 'Choose'}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
    </div>
  );
};

/** The page for operators: each command with its options, a preview of what it would change, and its result. */
export const OperatorsPage = () => {
  const { client, announce } = useDashboard();
  const [commands, setCommands] = useState<readonly Command[]>([]);
  const [name, setName] = useState('list-accounts');
  const [values, setValues] = useState<Values>({});
  const [shown, setShown] = useState<Shown | undefined>();

  const send = async (command: string, options: Values, isDryRun: boolean): Promise<Row> => {
    const json = { command, options, dry_run: isDryRun };
    const { result } = await client.call<{ result: Row }>('/account/operator', { access: 'user', json });
    return result;
  };
  const load = useAction(async () => {
    const { commands: listed } = await send('help', {}, false);
    setCommands(listed as readonly Command[]);
  });
  useEffect(() => void load.run(), []);

  const command = commands.find((each) => each.name === name);
  const given = Object.fromEntries(
    (command?.options ?? []).flatMap((option) => {
      const value = values[option.name];
      return value === undefined ? [] : [[option.name, value]];
    }),
  );
  const { isBusy, error, run } = useAction(async (isDryRun: boolean) => {
    const result = await send(name, given, isDryRun);
    setShown({ title: name, result, isDryRun });
    announce(isDryRun ? `Preview of ${name}` : `${name} is done`);
  });

  const until = shown === undefined ? undefined : waitsUntil(shown.result);
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => void run(false), Math.max(1000, until - Date.now() + 1000));
    return () => clearTimeout(timer);
  }, [until]);

  const pick = (id: string): void => {
    const option = optionOfId[id.split('_')[0] ?? ''];
    if (option !== undefined) setValues({ ...values, [option]: id });
  };
  const isChange = command?.access === 'change';
  return (
    <>
      <PageHeader
        title="Operators"
        lead="Every change is shown before it is made, and logged with your account."
      />
      {load.error === undefined ? null : <ErrorNotice error={load.error} onRetry={() => void load.run()} />}
      <div class="operator-page">
        <nav class="card operator-commands" aria-label="Commands">
          {commands.map((each) => (
            <button
              key={each.name}
              type="button"
              aria-current={each.name === name ? 'true' : undefined}
              onClick={() => {
                setName(each.name);
                setShown(undefined);
              }}
            >
              {each.name}
            </button>
          ))}
        </nav>
        <div class="operator-main">
          {command === undefined ? null : (
            <form
              class="card operator-form"
              onSubmit={(event) => {
                event.preventDefault();
                void run(isChange);
              }}
            >
              <h2>{command.name}</h2>
              <p class="fine">{command.summary}</p>
              <div class="operator-fields">
                {command.options.map((option) => (
                  <Field
                    key={option.name}
                    option={option}
                    value={values[option.name]}
                    onChange={(value) => {
                      const { [option.name]: _, ...others } = values;
                      setValues(value === undefined ? others : { ...others, [option.name]: value });
                      setShown(undefined);
                    }}
                  />
                ))}
              </div>
              <button type="submit" class="button primary" disabled={isBusy}>
                {isChange ? 'Preview' : 'Run'}
              </button>
            </form>
          )}
          {error === undefined ? null : <ErrorNotice error={error} />}
          {shown === undefined || shown.title !== name ? null : (
            <section class="card operator-form" aria-label="Result">
              {shown.isDryRun ? (
                <Notice kind="warning">
                  <p>Nothing has changed yet. Compare what would change, then run the command.</p>
                  <button
                    type="button"
                    class="button small danger"
                    disabled={isBusy}
                    onClick={() => void run(false)}
                  >
                    Run {name}
                  </button>
                </Notice>
              ) : null}
              {until === undefined ? null : (
                <Notice>
                  <p>
                    Access has ended. The rest follows by itself while this page is open; otherwise run it
                    again.
                  </p>
                </Notice>
              )}
              <ResultView result={shown.result} onPick={pick} />
            </section>
          )}
        </div>
      </div>
    </>
  );
};
