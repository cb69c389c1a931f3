import type { NewApiKey } from '../api/types.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';

const keyId = 'new-key';

/** A key that has just been made. */
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
        <strong>Copy this key now. It is not shown again.</strong> Keep it like a password: whoever has it can
        use your plan. If it is lost, revoke it and make another.
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
      <CopyButton text={created.key} label="Copy the key" onCopied={onCopied} />
    </div>
    <div class="dialog-actions">
      <button type="button" class="button primary" onClick={onDone}>
        I have saved the key
      </button>
    </div>
  </>
);
