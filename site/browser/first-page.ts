import { addCopyButtons } from './copy-code.ts';
import { element } from './element.ts';
import { setUpHeader } from './header.ts';
import { useOwnOrigin } from './own-origin.ts';
import {
  chunkPassages,
  type DocumentResult,
  documentPassages,
  type Passage,
  tablePassages,
} from './passages.ts';
import { type TriedJob, TryError, trySample } from './try-sample.ts';

const find = <Kind extends Element>(selector: string): Kind => {
  const found = document.querySelector<Kind>(selector);
  if (found === null) throw new Error(`The page has no ${selector}`);
  return found;
};

const form = find<HTMLFormElement>('[data-try]');
const bench = find<HTMLElement>('[data-bench]');
const image = find<HTMLImageElement>('.paper img');
const boxes = find<SVGSVGElement>('[data-boxes]');
const legend = find<HTMLElement>('[data-legend]');
const noBoxes = find<HTMLElement>('[data-no-boxes]');
const state = find<HTMLElement>('[data-state]');
const facts = find<HTMLElement>('[data-facts]');
const rendered = find<HTMLElement>('#rendered');
const source = find<HTMLElement>('#source');
const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role="tab"]')];

const checked = (name: string): HTMLInputElement => find(`[name="${name}"]:checked`);

let passages: readonly Passage[] = [];

/** Shows which boxes belong to a passage. */
const light = (index: number | undefined): void => {
  for (const rect of boxes.children)
    rect.classList.toggle('lit', Number(rect.getAttribute('data-passage')) === index);
  for (const [at, passage] of passages.entries()) passage.element.classList.toggle('lit', at === index);
};

const reveal = (index: number): void => {
  const passage = passages[index]?.element;
  if (passage === undefined) return;
  const { top, bottom } = passage.getBoundingClientRect();
  const frame = rendered.getBoundingClientRect();
  // Scrolls the panel only, never the page.
  if (top < frame.top || bottom > frame.bottom) rendered.scrollTop += top - frame.top - 16;
};

const svg = 'http://www.w3.org/2000/svg';

const draw = ({ pages: [page] }: Pick<DocumentResult, 'pages'>): void => {
  boxes.replaceChildren();
  if (page === undefined) return;
  boxes.setAttribute('viewBox', `0 0 ${page.width} ${page.height}`);
  const margin = 3;
  boxes.append(
    ...passages.flatMap(({ kind, boxes: places }, index) =>
      places.map(([left, top, right, bottom]) => {
        const rect = document.createElementNS(svg, 'rect');
        const place = {
          x: left - margin,
          y: top - margin,
          width: right - left + 2 * margin,
          height: bottom - top + 2 * margin,
        };
        for (const [name, value] of Object.entries({ ...place, rx: 3 }))
          rect.setAttribute(name, String(value));
        rect.setAttribute('data-passage', String(index));
        rect.setAttribute('class', kind);
        return rect;
      }),
    ),
  );
};

const fileCard = ({ output, output_url: url }: TriedJob): HTMLElement => {
  const link = element('a', { class: 'button primary' }, 'Download');
  link.href = url ?? '';
  const size = `${Math.max(1, Math.round((output?.size_bytes ?? 0) / 1024))} KB`;
  return element(
    'div',
    { class: 'file' },
    element('strong', {}, output?.filename ?? ''),
    element('span', {}, size),
    link,
  );
};

const age = (job: TriedJob): string => {
  const minutes = Math.round((Date.now() - Date.parse(job.created_at)) / 60_000);
  if (minutes < 1) return '';
  return `Made ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago and shared with all visitors`;
};

const factsOf = (job: TriedJob): readonly string[] => {
  const { engine = '', pages, ocr_pages: recognized = 0, timings_ms: timings } = job.report ?? {};
  const elapsed = (Date.parse(job.completed_at ?? '') - Date.parse(job.created_at)) / 1000;
  return [
    `${elapsed.toFixed(2)} s`,
    ...(timings === undefined ? [] : [`engine ${(timings.engine / 1000).toFixed(2)} s`]),
    engine,
    ...(pages ? [`${pages} ${pages === 1 ? 'page' : 'pages'}${recognized > 0 ? ', read by OCR' : ''}`] : []),
    ...[age(job)].filter(Boolean),
  ];
};

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const nothing: DocumentResult = { pages: [], blocks: [] };

const parse = <Result>(job: TriedJob | undefined, instead: Result): Result =>
  job?.result ? JSON.parse(job.result) : instead;

const passagesOf = (target: string, job: TriedJob, model: DocumentResult): readonly Passage[] => {
  if (target === 'tables') return tablePassages(parse(job, []), model);
  return target === 'chunks' ? chunkPassages(parse(job, [])) : documentPassages(model);
};

const emptyNote = 'This file contains no tables. Try the invoice or the paper.';

const show = (target: string, job: TriedJob, model: DocumentResult): void => {
  const isFile = target === 'file';
  passages = isFile ? [] : passagesOf(target, job, model);
  for (const { element: passage, boxes: places } of passages) {
    passage.classList.add('passage');
    if (places.length > 0) passage.tabIndex = 0;
  }
  const shown = passages.map((passage) => passage.element);
  rendered.replaceChildren(
    ...(isFile ? [fileCard(job)] : shown.length > 0 ? shown : [element('p', { class: 'note' }, emptyNote)]),
  );
  rendered.scrollTop = 0;
  source.textContent = isFile ? JSON.stringify(job.report, null, 2) : indented(job.result ?? '');
  facts.replaceChildren(...factsOf(job).map((fact) => element('li', {}, fact)));
  // Boxes of a file's target are those of its source.
  if (isFile) passages = documentPassages(model);
  draw(model);
  legend.hidden = boxes.childElementCount === 0 || target === 'chunks';
  noBoxes.hidden = model.pages.length > 0;
};

const statusWords: Readonly<Record<string, string>> = {
  queued: 'Waiting for a worker…',
  processing: 'Working…',
};

/** Longer than the samples take in an engine that runs already. */
const slowMilliseconds = 3_000;
const slowNote = 'An engine starts with its first file. That can take ten seconds.';

const showError = (error: unknown): void => {
  const message =
    error instanceof TryError ? error.message : 'Something went wrong on this page. Load it again.';
  const again = element('button', { class: 'button' }, 'Try again');
  again.type = 'button';
  again.addEventListener('click', () => void run());
  passages = [];
  boxes.replaceChildren();
  source.textContent = '';
  facts.replaceChildren();
  rendered.replaceChildren(element('p', { class: 'note' }, message), again);
  state.textContent = message;
};

let latest = 0;

const run = async (): Promise<void> => {
  latest += 1;
  const current = latest;
  const isCurrent = (): boolean => current === latest;
  const { value: sample } = checked('sample');
  const { value: target, dataset } = checked('target');
  const body = target === 'file' ? { sample, to: dataset.to ?? '' } : { sample, format: target };
  const onStatus = (status: string): void => {
    if (isCurrent()) state.textContent = statusWords[status] ?? '';
  };
  bench.setAttribute('aria-busy', 'true');
  state.textContent = statusWords.processing ?? '';
  const slow = setTimeout(() => {
    if (isCurrent()) facts.replaceChildren(element('li', {}, slowNote));
  }, slowMilliseconds);
  try {
    const [job, model] = await Promise.all([
      trySample(body, onStatus),
      trySample({ sample, format: 'document' }, onStatus),
    ]);
    if (!isCurrent()) return;
    show(target, job, parse(model, nothing));
    state.textContent = 'Done';
  } catch (error) {
    if (isCurrent()) showError(error);
  } finally {
    clearTimeout(slow);
    if (isCurrent()) bench.removeAttribute('aria-busy');
  }
};

/** Shows the page of the chosen sample, and what its file can become. */
const choose = (): void => {
  const { dataset } = checked('sample');
  if (image.getAttribute('src') !== dataset.page) {
    image.src = dataset.page ?? '';
    image.alt = dataset.alt ?? '';
    boxes.replaceChildren();
  }
  const file = find<HTMLInputElement>('[name="target"][value="file"]');
  file.dataset.to = dataset.to ?? '';
  find('[data-file-label]').textContent = dataset.label ?? '';
  void run();
};

const select = (tab: HTMLButtonElement): void => {
  for (const each of tabs) {
    const isChosen = each === tab;
    each.setAttribute('aria-selected', String(isChosen));
    each.tabIndex = isChosen ? 0 : -1;
    find<HTMLElement>(`#${each.getAttribute('aria-controls')}`).hidden = !isChosen;
  }
};

const indexOf = (target: EventTarget | null): number | undefined => {
  if (!(target instanceof Element)) return undefined;
  const index = target.closest('[data-passage]')?.getAttribute('data-passage');
  const found = index ?? passages.findIndex((passage) => passage.element.contains(target));
  return Number(found) >= 0 ? Number(found) : undefined;
};

form.addEventListener('change', choose);
form.addEventListener('submit', (event) => event.preventDefault());
for (const tab of tabs) {
  tab.addEventListener('click', () => select(tab));
  tab.addEventListener('keydown', ({ key }) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const other = tabs.find((each) => each !== tab);
    if (other === undefined) return;
    select(other);
    other.focus();
  });
}
for (const type of ['pointerover', 'focusin', 'click'] as const)
  rendered.addEventListener(type, ({ target }) => light(indexOf(target)));
boxes.addEventListener('pointerover', ({ target }) => {
  const index = indexOf(target);
  light(index);
  if (index !== undefined) reveal(index);
});
for (const part of [rendered, boxes]) part.addEventListener('pointerleave', () => light(undefined));

setUpHeader();
useOwnOrigin();
addCopyButtons();

// After the first paint, so that the page is not slower for those who only read it.
const start = (): void => void setTimeout(choose, 0);
if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 });
else start();
