import { WALLS_STATE, WITHOUT_LANDLOCK } from '../../../lib/conversions/base/child-environment.ts';

// A child that cannot start behind Landlock, as where a file that it needs is at an unforeseen place.
if (process.env[WALLS_STATE] !== WITHOUT_LANDLOCK) process.exit(1);
await import('./unruly-child.ts');
