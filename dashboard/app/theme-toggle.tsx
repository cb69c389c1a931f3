import { useState } from 'preact/hooks';
import { Icon } from '../ui/icon.tsx';
import { applyTheme, readTheme, storeTheme, themes } from './theme.ts';

const labels = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** A button that switches to the next theme. */
export const ThemeToggle = () => {
  const [theme, setTheme] = useState(readTheme);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  const change = (): void => {
    applyTheme(next);
    storeTheme(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Theme: ${labels[theme]}. Change to ${labels[next].toLowerCase()}`}
      title={`Theme: ${labels[theme]}`}
      onClick={change}
    >
      <Icon name={theme} />
      <span>{labels[theme]}</span>
    </button>
  );
};
