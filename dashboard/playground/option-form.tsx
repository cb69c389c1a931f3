import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../ui/icon.tsx';
import { optionGroups } from './option-texts.ts';
import { type OptionField, type OptionValues, problemOf } from './options.ts';

type Value = string | boolean | undefined;

const Control = ({
  field,
  id,
  described,
  value,
  onChange,
}: {
  field: OptionField;
  id: string;
  described: { 'aria-describedby': string; 'aria-invalid'?: true };
  value: Value;
  onChange: (value: string | boolean) => void;
}) => {
  if (field.kind === 'flag')
    return (
      <input
        id={id}
        type="checkbox"
        checked={value === undefined ? field.initial : value === true}
        {...described}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (field.kind === 'choice')
    return (
      <select
        id={id}
        value={typeof value === 'string' ? value : (field.initial ?? '')}
        {...described}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {field.initial === undefined ? <option value="">Default</option> : null}
        {field.choices.map((choice) => (
          <option key={choice.value} value={String(choice.value)}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  const text = typeof value === 'string' ? value : '';
  const onInput = (event: { currentTarget: HTMLInputElement }): void => onChange(event.currentTarget.value);
  return field.kind === 'number' ? (
    <input
      id={id}
      type="number"
      value={text}
      min={field.minimum}
      max={field.maximum}
      step={field.isWhole ? 1 : 'any'}
      placeholder={field.initial === undefined ? '' : String(field.initial)}
      {...described}
      onInput={onInput}
    />
  ) : (
    <input
      id={id}
      {...(field.isSecret ? { type: 'password' as const } : { type: 'text' as const })}
      value={text}
      autocomplete="off"
      spellcheck={false}
      {...described}
      onInput={onInput}
    />
  );
};

const idOf = (name: string): string => `option-${name}`;

type FieldsProps = {
  readonly fields: readonly OptionField[];
  readonly values: OptionValues;
  /** What the service refused, by option. */
  readonly refused: Readonly<Record<string, string>>;
  readonly onChange: (values: OptionValues) => void;
};

const Fields = ({ fields, values, refused, onChange }: FieldsProps) => (
  <div class="option-grid">
    {fields.map((field) => {
      const id = idOf(field.name);
      const value = values[field.name];
      const problem = problemOf(field, value) ?? refused[field.name];
      return (
        <div key={field.name} class={field.kind === 'flag' ? 'field flag' : 'field'}>
          <label for={id}>{field.label}</label>
          <Control
            field={field}
            id={id}
            described={{
              'aria-describedby': `${id}-hint`,
              ...(problem === undefined ? {} : { 'aria-invalid': true as const }),
            }}
            value={value}
            onChange={(changed) => onChange({ ...values, [field.name]: changed })}
          />
          <p id={`${id}-hint`} class={problem === undefined ? 'fine' : 'fine field-error'}>
            {problem ?? field.description}
          </p>
        </div>
      );
    })}
  </div>
);

const isChanged = ({ values }: Pick<FieldsProps, 'values'>, { name, ...field }: OptionField): boolean => {
  const value = values[name];
  return value !== undefined && value !== '' && !('initial' in field && value === field.initial);
};

/** How many options are shown before the groups. */
const firstCount = 3;

/** Fewer other options are one group. */
const minGrouped = 4;

/** The options of a target: the most useful ones first, the others in groups. */
export const OptionForm = (props: FieldsProps) => {
  const { fields, refused } = props;
  const [openGroups, setOpenGroups] = useState<readonly string[]>([]);
  const refusedName = Object.keys(refused)[0];
  const refusedGroup = fields.find(({ name }) => name === refusedName)?.group;
  // Once for each refusal: the fields are made anew whenever a value changes.
  useEffect(() => {
    if (refusedName === undefined || refusedGroup === undefined) return;
    setOpenGroups((before) => [...before, refusedGroup, 'More options']);
    // After its group has opened.
    const timer = setTimeout(() => document.getElementById(idOf(refusedName))?.focus());
    return () => clearTimeout(timer);
  }, [refusedName, refusedGroup]);
  if (fields.length === 0) return null;
  const others = fields.slice(firstCount);
  const groups =
    others.length < minGrouped
      ? [{ title: 'More options', members: others }]
      : optionGroups.map((title) => ({ title, members: others.filter(({ group }) => group === title) }));
  return (
    <fieldset class="options">
      <legend>Options</legend>
      <Fields {...props} fields={fields.slice(0, firstCount)} />
      {groups.map(({ title, members }) => {
        const changed = members.filter((field) => isChanged(props, field)).length;
        return members.length === 0 ? null : (
          <details
            key={title}
            open={openGroups.includes(title)}
            onToggle={(event) => {
              const { open } = event.currentTarget;
              setOpenGroups((before) => [
                ...before.filter((name) => name !== title),
                ...(open ? [title] : []),
              ]);
            }}
          >
            <summary>
              <Icon name="chevron" />
              {title}
              {changed === 0 ? null : <span class="fine">{changed} changed</span>}
            </summary>
            <Fields {...props} fields={members} />
          </details>
        );
      })}
    </fieldset>
  );
};
