import type { NewApiKey } from '../api/types.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';

const keyId = 'new-key';

/** A newly created key. */
export const NewKey = ({
  created,
  onCopied,
  onDone,
}: {
  created: NewApiKey;
  onCopied: () => void;
  onDone: () => void;
}) => (
  <>
    <Notice kind="warning">
      <p>
        <strong>Copy this key now. It is not shown again.</strong> Treat it like a password: anyone who has it
        can use your plan. If you lose it, revoke it and create another.
      </p>
    </Notice>
    <label for={keyId}>{created.name}</label>
    <div class="key-row">
      <input
        id={keyId}
        class="mono"
        readOnly
        value={created.key}
        spellcheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={created.key} label="Copy key" onCopied={onCopied} />
    </div>
    <div class="dialog-actions">
      <button type="button" class="button primary" onClick={onDone}>
        I have saved the key
      </button>
    </div>
  </>
);
