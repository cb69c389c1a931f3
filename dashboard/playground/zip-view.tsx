import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatBytes, formatCount } from '../text/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { usePromise } from '../ui/use-promise.ts';
import { type Preview, previewOf } from './load-preview.ts';
import { ObjectImage } from './object-image.tsx';
import { previewKind } from './preview-kind.ts';
import type { ZipEntry } from './zip-entries.ts';

/** More pictures would make the page slow. */
const maxThumbnails = 60;

type Archive = {
  readonly entries: readonly ZipEntry[];
  readonly read: (entry: ZipEntry) => Blob | undefined;
};

const openArchive = async (file: Blob): Promise<Archive> => {
  const [{ listEntries, readEntry }, bytes] = await Promise.all([
    import('./zip-entries.ts'),
    file.arrayBuffer().then((buffer) => new Uint8Array(buffer)),
  ]);
  return { entries: listEntries(bytes), read: (entry) => readEntry(bytes, entry) };
};

const Thumbnail = ({
  entry,
  archive,
  hasPicture,
}: {
  entry: ZipEntry;
  archive: Archive;
  hasPicture: boolean;
}) => {
  const [picture, setPicture] = useState<Blob | undefined>();
  useEffect(() => {
    if (!hasPicture) return;
    // After the list is shown, one at a time.
    const timer = setTimeout(() => setPicture(archive.read(entry)));
    return () => clearTimeout(timer);
  }, [archive, entry, hasPicture]);
  return (
    <span class="thumbnail">
      {picture === undefined ? <Icon name="file" /> : <ObjectImage file={picture} alt="" />}
    </span>
  );
};

type Show = (preview: Preview, name: string) => ComponentChildren;

const EntryPreview = ({ entry, archive, show }: { entry: ZipEntry; archive: Archive; show: Show }) => {
  const { value: preview } = usePromise(async (): Promise<Preview> => {
    const content = archive.read(entry);
    return content === undefined
      ? { kind: 'none', reason: 'The file is too large for a preview.' }
      : previewOf(content, entry.mimeType);
  }, [archive, entry]);
  return preview === undefined ? <Skeleton kind="chart" /> : show(preview, entry.name);
};

/** The files of an archive: images as thumbnails, each file opens in place by `show`. */
export const ZipView = ({ file, name, show }: { file: Blob; name: string; show: Show }) => {
  const { value: archive, error } = usePromise(() => openArchive(file), [file]);
  const [open, setOpen] = useState<ZipEntry | undefined>();
  if (error !== undefined)
    return (
      <Notice kind="warning">
        <p>The archive could not be listed. Download it to open it.</p>
      </Notice>
    );
  if (archive === undefined) return <Skeleton kind="chart" />;
  if (open !== undefined)
    return (
      <div class="zip-entry">
        <div class="zip-entry-head">
          <button type="button" class="button small" onClick={() => setOpen(undefined)}>
            <Icon name="previous" />
            All files
          </button>
          <strong>{open.name}</strong>
        </div>
        <EntryPreview key={open.name} entry={open} archive={archive} show={show} />
      </div>
    );
  return (
    <>
      <p class="fine">{formatCount(archive.entries.length, 'file')} in the archive</p>
      <ul class="zip-list" aria-label={`Files of ${name}`}>
        {archive.entries.map((entry, at) => (
          <li key={entry.name}>
            <button type="button" onClick={() => setOpen(entry)}>
              <Thumbnail
                entry={entry}
                archive={archive}
                hasPicture={at < maxThumbnails && previewKind(entry.mimeType) === 'image'}
              />
              <span class="zip-name">{entry.name}</span>
              <span class="fine">{formatBytes(entry.size)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
