import { useEffect, useRef, useState } from 'preact/hooks';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { PageView } from './page-view.tsx';
import type { PlacedPassages } from './passages.ts';
import type { FileItem } from './playground-store.ts';
import { usePageSource } from './use-page-source.ts';

// More would make the page slow.
const maxPassages = 500;

/** The passages of a result beside the pages of their file: selecting a passage shows its box, and the other way round. */
export const PassageView = ({
  placed,
  item,
  from,
  label,
}: {
  placed: PlacedPassages;
  item: FileItem;
  /** The format of the file. */
  from: string | null;
  label: string;
}) => {
  const [selected, setSelected] = useState(0);
  const [turnedTo, setTurnedTo] = useState<number | undefined>();
  const list = useRef<HTMLOListElement>(null);
  const { source } = usePageSource(item.file, from, item.password);
  const passages = placed.passages.slice(0, maxPassages);
  const page = turnedTo ?? passages[selected]?.boxes[0]?.page ?? 1;
  const hasBoxes = passages.some(({ boxes }) => boxes.length > 0);
  const hasPages = hasBoxes && (placed.pages.length > 0 || from === 'pdf');
  const select = (passage: number): void => {
    setSelected(passage);
    setTurnedTo(undefined);
  };
  useEffect(() => {
    const area = list.current?.parentElement;
    const entry = list.current?.children[selected];
    if (!(area && entry instanceof HTMLElement)) return;
    // Not scrollIntoView, which also scrolls the page.
    const top = entry.offsetTop - area.offsetTop;
    if (top < area.scrollTop) area.scrollTop = top;
    else if (top + entry.offsetHeight > area.scrollTop + area.clientHeight)
      area.scrollTop = top + entry.offsetHeight - area.clientHeight;
  }, [selected]);
  return (
    <>
      <div class={hasPages ? 'passage-view' : 'passage-view alone'}>
        <ScrollArea name="passages" label={label}>
          <ol ref={list}>
            {passages.map(({ kind, text, facts }, at) => (
              <li key={at}>
                <button type="button" aria-pressed={at === selected} onClick={() => select(at)}>
                  <span class={`kind ${kind}`}>{kind}</span>
                  <span class="passage-text">{text}</span>
                  {facts === undefined ? null : (
                    <span class="facts">
                      {facts.map((fact) => (
                        <span key={fact}>{fact}</span>
                      ))}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ol>
        </ScrollArea>
        {hasPages ? (
          <PageView
            source={source}
            pages={placed.pages}
            passages={passages}
            page={page}
            selected={selected}
            label={`Pages of ${item.file.name}`}
            onPage={setTurnedTo}
            onSelect={select}
          />
        ) : null}
      </div>
      {passages.length < placed.passages.length ? (
        <p class="fine">
          The first {maxPassages} of {placed.passages.length} passages. Download the file to see all of them.
        </p>
      ) : null}
    </>
  );
};
