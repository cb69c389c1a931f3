import type { ApiKey } from '../api/types.ts';
import { RelativeTime } from '../ui/time.tsx';

/** The table of API keys. */
export const KeyTable = ({
  keys,
  onRevoke,
}: {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
}) => (
  <table class="card data">
    <caption class="visually-hidden">API keys, newest first</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Key</th>
        <th scope="col">Created</th>
        <th scope="col">Last used</th>
        <th scope="col">
          <span class="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
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
            {key.last_used_at === null ? 'never' : <RelativeTime iso={key.last_used_at} />}
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
    </tbody>
  </table>
);
