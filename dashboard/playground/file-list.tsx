import { useEffect, useState } from 'preact/hooks';
import { fileSizeWords } from '../../lib/plans.ts';
import { formatBytes } from '../text/format.ts';
import { formatLabel } from '../text/format-names.ts';
import { Icon } from '../ui/icon.tsx';
import { type FileItem, isItemBusy } from './playground-store.ts';

const inputId = 'playground-file';

/** Accepts files by drop, click or keyboard. */
export const DropZone = ({
  formatCount,
  isSmall,
  onFiles,
}: {
  formatCount: number;
  /** Whether there are files already. */
  isSmall: boolean;
  onFiles: (files: readonly File[]) => void;
}) => {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined): void => {
    if (files !== null && files !== undefined && files.length > 0) onFiles([...files]);
  };
  return (
    <div class={isSmall ? 'drop-zone small' : 'drop-zone'}>
      <input
        id={inputId}
        type="file"
        multiple
        class="visually-hidden"
        onChange={(event) => {
          take(event.currentTarget.files);
          // Allow choosing the same file again.
          event.currentTarget.value = '';
        }}
      />
      <label
        for={inputId}
        class={isOver ? 'over' : ''}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer?.files);
        }}
      >
        <Icon name={isSmall ? 'plus' : 'upload'} />
        {isSmall ? (
          <span>Add files</span>
        ) : (
          <span>
            <strong>Drop files here</strong> or choose them
            <span class="fine">
              {formatCount} formats, up to {fileSizeWords} each
            </span>
          </span>
        )}
      </label>
    </div>
  );
};

/** Returns whether the last run needed another password. */
const needsPassword = ({ run }: FileItem): boolean =>
  run.state === 'ended' && run.job.error?.code === 'encrypted_document';

/** Returns what is wrong with a file or its run, undefined if nothing is. */
export const fileProblem = (item: FileItem): string | undefined => {
  const { problem, run } = item;
  if (problem !== undefined) return problem;
  if (run.state === 'refused') return run.message;
  if (needsPassword(item))
    return item.password === '' ? 'The file needs a password.' : 'The password does not open the file.';
  if (run.state === 'ended' && run.job.status === 'failed')
    return run.job.error?.message ?? 'The job has no result.';
  return undefined;
};

const stateWords = (item: FileItem): string => {
  const { run } = item;
  switch (run.state) {
    case 'idle':
      return '';
    case 'waiting':
      return 'Waiting';
    case 'uploading':
      return 'Uploading';
    case 'running':
      return run.job?.status === 'processing' ? 'Converting' : 'In the queue';
    case 'refused':
      return '';
    case 'ended':
      return { complete: 'Done', cancelled: 'Cancelled' }[String(run.job.status)] ?? '';
  }
};

const PasswordField = ({
  item,
  onPassword,
  onRun,
}: {
  item: FileItem;
  onPassword: (password: string) => void;
  onRun: () => void;
}) => {
  const id = `password-${item.id}`;
  const isNeeded = needsPassword(item);
  useEffect(() => {
    if (isNeeded) document.getElementById(id)?.focus();
  }, [isNeeded, id]);
  return (
    <div class="field file-password">
      <label for={id}>Password</label>
      <input
        id={id}
        type="password"
        value={item.password}
        autocomplete="off"
        aria-describedby={`${id}-hint`}
        {...(isNeeded ? { 'aria-invalid': true as const } : {})}
        onInput={(event) => onPassword(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onRun();
        }}
      />
      <p id={`${id}-hint`} class="fine">
        {isNeeded
          ? 'Enter the password that opens the file, and convert again.'
          : 'The file is encrypted. Leave this empty if it opens without a password.'}
      </p>
    </div>
  );
};

const FileRow = ({
  item,
  isSelected,
  unsupported,
  onSelect,
  onRemove,
  onPassword,
  onRun,
}: {
  item: FileItem;
  isSelected: boolean;
  /** What is wrong with its format. */
  unsupported: string | undefined;
  onSelect: () => void;
  onRemove: () => void;
  onPassword: (password: string) => void;
  onRun: () => void;
}) => {
  const problem = fileProblem(item) ?? unsupported;
  const state = stateWords(item);
  const facts = [
    ...(item.from === undefined ? [] : [formatLabel(item.from)]),
    formatBytes(item.file.size),
  ].join(', ');
  return (
    <li class={isSelected ? 'file selected' : 'file'}>
      <div class="file-row">
        <button type="button" class="file-name" aria-pressed={isSelected} onClick={onSelect}>
          <Icon name="file" />
          <span>
            <strong>{item.file.name}</strong>
            <span class="fine">{facts}</span>
          </span>
        </button>
        {state === '' ? null : (
          <span class={`file-state ${state.toLowerCase()}`}>
            {isItemBusy(item) ? <span class="spinner" /> : null}
            {state}
          </span>
        )}
        <button type="button" class="icon-button" onClick={onRemove}>
          <Icon name="close" />
          <span class="visually-hidden">Remove {item.file.name}</span>
        </button>
      </div>
      {problem === undefined ? null : (
        <p class="file-problem" role="alert">
          <Icon name="warning" />
          {problem}
        </p>
      )}
      {item.isEncrypted || needsPassword(item) ? (
        <PasswordField item={item} onPassword={onPassword} onRun={onRun} />
      ) : null}
    </li>
  );
};

/** The chosen files, each with its state and its problem. */
export const FileList = ({
  items,
  selectedId,
  unsupportedOf,
  onSelect,
  onRemove,
  onPassword,
  onRun,
}: {
  items: readonly FileItem[];
  selectedId: number | undefined;
  unsupportedOf: (item: FileItem) => string | undefined;
  onSelect: (id: number) => void;
  onRemove: (id: number) => void;
  onPassword: (id: number, password: string) => void;
  onRun: () => void;
}) => {
  return (
    <ul class="files" aria-label="Files">
      {items.map((item) => (
        <FileRow
          key={item.id}
          item={item}
          isSelected={item.id === selectedId}
          unsupported={unsupportedOf(item)}
          onSelect={() => onSelect(item.id)}
          onRemove={() => {
            onRemove(item.id);
            document.getElementById(inputId)?.focus();
          }}
          onPassword={(password) => onPassword(item.id, password)}
          onRun={onRun}
        />
      ))}
    </ul>
  );
};
