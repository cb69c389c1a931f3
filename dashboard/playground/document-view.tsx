import { useEffect, useRef, useState } from 'preact/hooks';
import { ErrorNotice } from '../ui/notice.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { PageDrawing } from './page-drawing.tsx';
import type { PlacedDocument } from './passages.ts';
import { usePagePictures } from './use-page-pictures.ts';
import type { RunRequest } from './use-run.ts';

// More would make the page slow.
const maxPassages = 500;

/** The passages of a document beside its pages: selecting a passage shows its box, and the other way round. */
export const DocumentView = ({
  document,
  request,
  fileId,
}: {
  document: PlacedDocument;
  request: RunRequest;
  fileId: string | null;
}) => {
  const [selected, setSelected] = useState(0);
  const { pictures, drawing, error, draw, canDraw } = usePagePictures(request, fileId);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.children[selected]?.scrollIntoView({ block: 'nearest' }), [selected]);
  const passages = document.passages.slice(0, maxPassages);
  const page = passages[selected]?.boxes[0]?.page ?? 1;
  return (
    <>
      <div class="document-view">
        <ScrollArea name="passages" label="Passages">
          <ol ref={list}>
            {passages.map(({ kind, text }, at) => (
              <li key={at}>
                <button type="button" aria-pressed={at === selected} onClick={() => setSelected(at)}>
                  <span class={`kind ${kind}`}>{kind}</span>
                  <span>{text}</span>
                </button>
              </li>
            ))}
          </ol>
        </ScrollArea>
        <figure>
          <PageDrawing
            document={{ ...document, passages }}
            number={page}
            picture={pictures.get(page)}
            selected={selected}
            onSelect={setSelected}
          />
          <figcaption class="fine">
            Page {page}
            {canDraw && !pictures.has(page) ? (
              <button
                type="button"
                class="button small"
                disabled={drawing !== undefined}
                onClick={() => void draw(page)}
              >
                {drawing === undefined ? 'Show the page (one operation)' : 'Drawing the page'}
              </button>
            ) : null}
          </figcaption>
        </figure>
      </div>
      {error === undefined ? null : <ErrorNotice error={error} />}
      {passages.length < document.passages.length ? (
        <p class="fine">The first {maxPassages} passages. Download the file to see all of it.</p>
      ) : null}
    </>
  );
};
