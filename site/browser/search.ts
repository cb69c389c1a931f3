import MiniSearch from 'minisearch';
import { type Entry, searchSettings } from '../search-entries.ts';
import { element } from './element.ts';

type Index = MiniSearch<Entry>;

let loading: Promise<Index> | undefined;

/** Loads the index once. It is small enough to be built in the browser from the texts. */
const loadIndex = (): Promise<Index> => {
  loading ??= fetch('/docs/search.json')
    .then((response) => {
      if (!response.ok) throw new Error(`search.json: ${response.status}`);
      return response.json();
    })
    .then((entries: Entry[]) => {
      const index = new MiniSearch<Entry>(searchSettings);
      index.addAll(entries);
      return index;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
};

const shownResults = 12;

/** Returns a part of a text around the first of the words that it has, with the words marked. */
const excerpt = (text: string, words: readonly string[]): (Node | string)[] => {
  const lower = text.toLowerCase();
  const [first = 0] = words.map((word) => lower.indexOf(word)).filter((at) => at !== -1);
  const start = first < 50 ? 0 : text.lastIndexOf(' ', first - 40) + 1;
  const part = text.slice(start, start + 160);
  const pieces: (Node | string)[] = start === 0 ? [] : ['…'];
  let rest = part;
  while (rest !== '') {
    const matches = words
      .map((word) => ({ word, at: rest.toLowerCase().indexOf(word) }))
      .filter(({ at }) => at !== -1)
      .toSorted((a, b) => a.at - b.at || b.word.length - a.word.length);
    const [match] = matches;
    if (match === undefined) break;
    pieces.push(
      rest.slice(0, match.at),
      element('mark', {}, rest.slice(match.at, match.at + match.word.length)),
    );
    rest = rest.slice(match.at + match.word.length);
  }
  return [...pieces, rest, start + 160 < text.length ? '…' : ''];
};

/** The dialog of the search: a combobox whose results are links. */
const createDialog = (): { open: () => void } => {
  const list = element('div', { id: 'search-results', role: 'listbox', 'aria-label': 'Results' });
  const status = element('p', { class: 'search-status', role: 'status' });
  const input = element('input', {
    type: 'search',
    role: 'combobox',
    'aria-label': 'Search the documentation',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Search the documentation',
  });
  const close = element('button', { type: 'button', class: 'search-close' }, 'Close');
  const dialog = element(
    'dialog',
    { class: 'search', 'aria-label': 'Search' },
    element('div', { class: 'search-field' }, input, close),
    list,
    status,
  );
  let options: HTMLAnchorElement[] = [];
  let active = -1;

  const activate = (index: number): void => {
    options[active]?.setAttribute('aria-selected', 'false');
    active = index;
    const option = options[active];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', option.id);
  };

  const show = (results: readonly HTMLAnchorElement[], message: string): void => {
    options = [...results];
    list.replaceChildren(...options);
    input.setAttribute('aria-expanded', String(options.length > 0));
    status.textContent = message;
    activate(options.length > 0 ? 0 : -1);
  };

  const search = async (): Promise<void> => {
    const query = input.value.trim();
    if (query === '') return show([], 'Search for an endpoint, an option, a format or an error code.');
    try {
      const index = await loadIndex();
      if (query !== input.value.trim()) return;
      const results = index.search(query).slice(0, shownResults);
      const words = query.toLowerCase().split(/\s+/);
      const links = results.map(({ url, page, heading, text, terms }, position) =>
        element(
          'a',
          {
            id: `search-result-${position}`,
            role: 'option',
            'aria-selected': 'false',
            tabindex: '-1',
            href: url,
          },
          element('span', { class: 'search-title' }, heading || page),
          element('span', { class: 'search-page' }, heading === '' ? '' : page),
          element('span', { class: 'search-text' }, ...excerpt(text, [...new Set([...words, ...terms])])),
        ),
      );
      const count = results.length === 1 ? '1 result' : `${results.length} results`;
      show(links, results.length === 0 ? `Nothing found for “${query}”.` : count);
    } catch {
      show([], 'The search could not be loaded. Check the connection and try again.');
    }
  };

  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    const last = options.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
    };
    const target = moves[event.key];
    if (target !== undefined && options.length > 0) {
      event.preventDefault();
      activate(target);
    }
    if (event.key === 'Enter') options[active]?.click();
  });
  list.addEventListener('click', () => dialog.close());
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return {
    open: () => {
      if (dialog.open) return;
      dialog.showModal();
      input.select();
      void search();
    },
  };
};

let dialog: ReturnType<typeof createDialog> | undefined;

/** Opens the search. */
export const openSearch = (): void => {
  dialog ??= createDialog();
  dialog.open();
};
