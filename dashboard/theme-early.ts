import { applyTheme, readTheme } from './app/theme.ts';

// Runs before the first paint: a theme that was chosen must not flash in the other one.
applyTheme(readTheme());
