import type { ApiKey } from '../api/types.ts';
import { DataTable } from '../ui/data-table.tsx';
import { RelativeTime } from '../ui/time.tsx';

/** The table of API keys. */
export const KeyTable = ({
  keys,
  onRevoke,
}: {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
}) => (
  <DataTable name="card" caption="API keys, newest first" columns={['Name', 'Key', 'Created', 'Last used']}>
    {keys.map((key) => (
      <tr key={key.key_id}>
        <th scope="row">{key.name}</th>
        <td data-label="Key">
          <code>
            {key.prefix}…{key.last_four}
          </code>
        </td>
        <td data-label="Created">
          <RelativeTime iso={key.created_at} />
        </td>
        <td data-label="Last used">
          {key.last_used_at === null ? (
            <span class="fine">never</span>
          ) : (
            <RelativeTime iso={key.last_used_at} />
          )}
        </td>
        <td class="actions">
          <button
            type="button"
            class="button small danger-text"
            aria-label={`Revoke ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            Revoke
          </button>
        </td>
      </tr>
    ))}
  </DataTable>
);
