import { applyTheme, readTheme, storeTheme, themes } from '../../dashboard/app/theme.ts';

const labels = { system: 'System', light: 'Light', dark: 'Dark' } as const;

const setUpThemeToggle = (button: HTMLButtonElement): void => {
  let theme = readTheme();
  const show = (): void => {
    applyTheme(theme);
    button.title = `Theme: ${labels[theme]}`;
    button.setAttribute('aria-label', button.title);
  };
  button.hidden = false;
  show();
  button.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
    storeTheme(theme);
    show();
  });
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Opens the search by its button, by `/` and by Ctrl-K or ⌘K. Its code and index load at the first use. */
const setUpSearch = (button: HTMLButtonElement): void => {
  button.hidden = false;
  const open = async (): Promise<void> => (await import('./search.ts')).openSearch();
  button.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const isShortcut = event.key === 'k' && (event.metaKey || event.ctrlKey);
    if (!isShortcut && (event.key !== '/' || isTyping(event.target))) return;
    event.preventDefault();
    void open();
  });
};

/** Shows the buttons of the header, which need scripts. */
export const setUpHeader = (): void => {
  const theme = document.querySelector<HTMLButtonElement>('[data-theme-toggle]');
  const search = document.querySelector<HTMLButtonElement>('[data-search]');
  if (theme !== null) setUpThemeToggle(theme);
  if (search !== null) setUpSearch(search);
};
