const storageKey = 'docforge.language';

const read = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

/** Selects the tab of a language wherever there is one. */
const select = (language: string): void => {
  for (const input of document.querySelectorAll<HTMLInputElement>('.tabs input'))
    if (input.value === language) input.checked = true;
};

/** Selects the language of code that the reader chose before, on all tabs of all pages. */
export const rememberLanguage = (): void => {
  const chosen = read();
  if (chosen !== null) select(chosen);
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest('.tabs') === null) return;
    const before = target.getBoundingClientRect().top;
    select(target.value);
    // Tabs above may have become longer or shorter.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
    try {
      localStorage.setItem(storageKey, target.value);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  });
};
