import { useEffect, useRef } from 'preact/hooks';
import type { OptionField, OptionValues } from './options.ts';

const Control = ({
  field,
  id,
  hintId,
  value,
  onChange,
}: {
  field: OptionField;
  id: string;
  hintId: string;
  value: string | boolean | undefined;
  onChange: (value: string | boolean) => void;
}) => {
  if (field.kind === 'flag')
    return (
      <input
        id={id}
        type="checkbox"
        checked={value === undefined ? field.initial : value === true}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (field.kind === 'choice')
    return (
      <select
        id={id}
        value={typeof value === 'string' ? value : (field.initial ?? '')}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {field.initial === undefined ? <option value="">Automatic</option> : null}
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
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
      aria-describedby={hintId}
      onInput={onInput}
    />
  ) : (
    <input
      id={id}
      {...(field.isSecret ? { type: 'password' as const } : { type: 'text' as const })}
      value={text}
      autocomplete="off"
      spellcheck={false}
      aria-describedby={hintId}
      onInput={onInput}
    />
  );
};

const idOf = (name: string): string => `option-${name}`;

/** The options of a conversion or extraction. */
export const OptionForm = ({
  fields,
  values,
  wanted,
  onChange,
}: {
  fields: readonly OptionField[];
  values: OptionValues;
  /** The option that the file needs. The form opens and moves the focus to it. */
  wanted: string | undefined;
  onChange: (values: OptionValues) => void;
}) => {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (wanted === undefined || details.current === null) return;
    details.current.open = true;
    document.getElementById(idOf(wanted))?.focus();
  }, [wanted]);
  return fields.length === 0 ? null : (
    <details ref={details} class="options">
      <summary>Options</summary>
      <div class="option-grid">
        {fields.map((field) => {
          const id = idOf(field.name);
          const hintId = `${id}-hint`;
          return (
            <div key={field.name} class={field.kind === 'flag' ? 'field flag' : 'field'}>
              <label for={id}>{field.label}</label>
              <Control
                field={field}
                id={id}
                hintId={hintId}
                value={values[field.name]}
                onChange={(value) => onChange({ ...values, [field.name]: value })}
              />
              <p id={hintId} class="fine">
                {field.description}
              </p>
            </div>
          );
        })}
      </div>
    </details>
  );
};
