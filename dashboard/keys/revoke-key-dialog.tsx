import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { ApiKey } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';

/** Asks before a key is revoked. */
export const RevokeKeyDialog = ({
  apiKey,
  onRevoked,
  onClose,
}: {
  apiKey: ApiKey;
  onRevoked: () => void;
  onClose: () => void;
}) => {
  const { client } = useDashboard();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const revoke = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await client.call(`/account/keys/${encodeURIComponent(apiKey.key_id)}`, {
        access: 'user',
        method: 'DELETE',
      });
    } catch (problem) {
      // A key that is gone already is what was asked for.
      if (!(problem instanceof ApiError && problem.status === 404)) {
        setError(problem);
        setBusy(false);
        return;
      }
    }
    onClose();
    onRevoked();
  };
  return (
    <Dialog title={`Revoke “${apiKey.name}”?`} onClose={onClose}>
      {error === undefined ? null : <ErrorNotice error={error} />}
      <p>
        The key{' '}
        <code>
          {apiKey.prefix}…{apiKey.last_four}
        </code>{' '}
        and every token it was traded for stop at once. Programs that use it are refused. This cannot be
        undone.
      </p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Keep it
        </button>
        <button type="button" class="button danger" disabled={isBusy} onClick={revoke}>
          {isBusy ? 'Revoking…' : 'Revoke the key'}
        </button>
      </div>
    </Dialog>
  );
};
