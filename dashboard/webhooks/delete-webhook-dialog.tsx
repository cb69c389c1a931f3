import type { Webhook } from '../api/types.ts';
import { ConfirmDeletion } from '../ui/confirm-deletion.tsx';

/** Confirms the deletion of an endpoint. */
export const DeleteWebhookDialog = ({
  webhook,
  onDeleted,
  onClose,
}: {
  webhook: Webhook;
  onDeleted: () => void;
  onClose: () => void;
}) => (
  <ConfirmDeletion
    title="Delete this endpoint?"
    path={`/webhooks/${encodeURIComponent(webhook.webhook_id)}`}
    keep="Keep endpoint"
    action="Delete endpoint"
    busy="Deleting…"
    onDeleted={onDeleted}
    onClose={onClose}
  >
    <code>{webhook.url}</code> receives nothing any more, not even what is still to be tried again. You cannot
    undo this.
  </ConfirmDeletion>
);
