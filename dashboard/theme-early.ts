import { applyTheme, readTheme } from './app/theme.ts';

// Runs before the first paint, so that the other theme does not flash.
applyTheme(readTheme());
