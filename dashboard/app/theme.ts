/** How the page looks: as the system says, or as the reader chose. */
export type Theme = 'system' | 'light' | 'dark';

/** The themes in the order in which the toggle goes through them. */
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

// A preference, and the only thing that the dashboard keeps beyond the tab.
const storageKey = 'docforge.theme';

const isTheme = (value: string | null): value is Theme => themes.some((theme) => theme === value);

/** The theme that was chosen before; `system` where none was, or where the browser stores nothing. */
export const readTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(storageKey);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
};

/** Remembers a theme, as far as the browser stores anything. */
export const storeTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
};

/** Shows the page in a theme. */
export const applyTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
};
