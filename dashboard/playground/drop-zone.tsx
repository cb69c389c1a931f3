import { useRef, useState } from 'preact/hooks';
import { fileSizeWords } from '../../lib/plans.ts';
import { formatBytes } from '../text/format.ts';
import { Icon } from '../ui/icon.tsx';

const inputId = 'playground-file';

/** Accepts a file by drop, click or keyboard. */
export const DropZone = ({
  file,
  reads,
  disabled,
  onFile,
}: {
  file: File | undefined;
  /** A description of the supported formats. */
  reads: string;
  disabled: boolean;
  onFile: (file: File) => void;
}) => {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined): void => {
    const [first] = files ?? [];
    if (first !== undefined && !disabled) onFile(first);
  };
  return (
    <div class="drop-zone">
      <input
        ref={input}
        id={inputId}
        type="file"
        class="visually-hidden"
        disabled={disabled}
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
        <Icon name={file === undefined ? 'upload' : 'file'} />
        {file === undefined ? (
          <span>
            <strong>Drop a file here</strong> or choose one
            <span class="fine">
              {reads}. Up to {fileSizeWords}
            </span>
          </span>
        ) : (
          <span>
            <strong>{file.name}</strong>
            <span class="fine">{formatBytes(file.size)}. Drop or choose another to replace it</span>
          </span>
        )}
      </label>
    </div>
  );
};
