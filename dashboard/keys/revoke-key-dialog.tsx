import type { ApiKey } from '../api/types.ts';
import { ConfirmDeletion } from '../ui/confirm-deletion.tsx';

/** Confirms the revocation of a key. */
export const RevokeKeyDialog = ({
  apiKey,
  onRevoked,
  onClose,
}: {
  apiKey: ApiKey;
  onRevoked: () => void;
  onClose: () => void;
}) => (
  <ConfirmDeletion
    title={`Revoke “${apiKey.name}”?`}
    path={`/account/keys/${encodeURIComponent(apiKey.key_id)}`}
    access="user"
    keep="Keep key"
    action="Revoke key"
    busy="Revoking…"
    onDeleted={onRevoked}
    onClose={onClose}
  >
    The key{' '}
    <code>
      {apiKey.prefix}…{apiKey.last_four}
    </code>{' '}
    and its tokens stop working at once. Requests with them are rejected. You cannot undo this.
  </ConfirmDeletion>
);
