import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { ApiKey } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';

/** Confirms the revocation of a key. */
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
      // The key has been revoked already.
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
        and its tokens stop working at once. Requests with them are rejected. You cannot undo this.
      </p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Keep key
        </button>
        <button type="button" class="button danger" disabled={isBusy} onClick={revoke}>
          {isBusy ? 'Revoking…' : 'Revoke key'}
        </button>
      </div>
    </Dialog>
  );
};
