import { formatLabel } from '../text/format-names.ts';
import type { Target } from './targets.ts';

const Group = ({ label, targets }: { label: string; targets: readonly Target[] }) =>
  targets.length === 0 ? null : (
    <optgroup label={label}>
      {targets.map(({ id, label: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  );

/** The source and target format. */
export const TargetForm = ({
  sources,
  from,
  targets,
  target,
  disabled,
  onFrom,
  onTarget,
}: {
  sources: readonly string[];
  from: string | undefined;
  targets: readonly Target[];
  target: Target | undefined;
  disabled: boolean;
  onFrom: (from: string) => void;
  onTarget: (id: string) => void;
}) => (
  <div class="field-row">
    <div class="field">
      <label for="playground-from">From</label>
      <select
        id="playground-from"
        value={from ?? ''}
        disabled={disabled}
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
    <div class="field">
      <label for="playground-target">To</label>
      <select
        id="playground-target"
        value={target?.id ?? ''}
        disabled={disabled || targets.length === 0}
        onChange={(event) => onTarget(event.currentTarget.value)}
      >
        {targets.length === 0 ? <option value="">Nothing yet</option> : null}
        <Group label="Convert to" targets={targets.filter(({ operation }) => operation === 'convert')} />
        <Group label="Extract" targets={targets.filter(({ operation }) => operation === 'extract')} />
      </select>
    </div>
  </div>
);
