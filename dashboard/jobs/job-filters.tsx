import { Icon } from '../ui/icon.tsx';
import { stateLabels } from './job-labels.ts';

const typeLabels = { conversion: 'Conversions', extraction: 'Extractions' } as const;

const Choice = ({
  label,
  all,
  choices,
  value,
  onChange,
}: {
  label: string;
  /** The label of no choice. */
  all: string;
  choices: Readonly<Record<string, string>>;
  value: string;
  onChange: (value: string) => void;
}) => (
  <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
    <option value="">{all}</option>
    {Object.entries(choices).map(([name, words]) => (
      <option key={name} value={name}>
        {words}
      </option>
    ))}
  </select>
);

/** The search and the filters of the list of jobs. */
export const JobFilters = ({
  search,
  status,
  type,
  onChange,
}: {
  search: string;
  status: string;
  type: string;
  onChange: (changes: Readonly<Record<string, string>>) => void;
}) => (
  <search class="filters">
    <span class="search-field">
      <Icon name="search" />
      <input
        type="search"
        aria-label="Search jobs"
        placeholder="Search by file, format or job id"
        autocomplete="off"
        spellcheck={false}
        value={search}
        onInput={(event) => onChange({ search: event.currentTarget.value })}
      />
    </span>
    <Choice
      label="State"
      all="All states"
      choices={stateLabels}
      value={status}
      onChange={(value) => onChange({ status: value })}
    />
    <Choice
      label="Type"
      all="All types"
      choices={typeLabels}
      value={type}
      onChange={(value) => onChange({ type: value })}
    />
  </search>
);
