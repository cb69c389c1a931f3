import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Webhook } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';

/** Confirms the deletion of an endpoint. */
export const DeleteWebhookDialog = ({
  webhook,
  onDeleted,
  onClose,
}: {
  webhook: Webhook;
  onDeleted: () => void;
  onClose: () => void;
}) => {
  const { client } = useDashboard();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const remove = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await client.call(`/webhooks/${encodeURIComponent(webhook.webhook_id)}`, { method: 'DELETE' });
    } catch (problem) {
      // It has been deleted already.
      if (!(problem instanceof ApiError && problem.status === 404)) {
        setError(problem);
        setBusy(false);
        return;
      }
    }
    onClose();
    onDeleted();
  };
  return (
    <Dialog title="Delete this endpoint?" onClose={onClose}>
      {error === undefined ? null : <ErrorNotice error={error} />}
      <p>
        <code>{webhook.url}</code> receives nothing any more, not even what is still to be tried again. You
        cannot undo this.
      </p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Keep endpoint
        </button>
        <button type="button" class="button danger" disabled={isBusy} onClick={remove}>
          {isBusy ? 'Deleting…' : 'Delete endpoint'}
        </button>
      </div>
    </Dialog>
  );
};
