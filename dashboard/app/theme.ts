/** The theme of the page: the system's, or the user's choice. */
type Theme = 'system' | 'light' | 'dark';

/** The themes in the order of the toggle. */
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

// The only data that the dashboard keeps after the tab is closed.
const storageKey = 'docforge.theme';

const isTheme = (value: string | null): value is Theme => themes.some((theme) => theme === value);

/** Returns the stored theme, `system` by default. */
export const readTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(storageKey);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
};

/** Stores the theme. */
export const storeTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
};

/** Applies a theme to the page. */
export const applyTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
};
