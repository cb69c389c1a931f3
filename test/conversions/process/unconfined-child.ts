import { SANDBOX_STATE, WITHOUT_LANDLOCK } from '../../../lib/conversions/base/child-environment.ts';

// A child that fails to start under Landlock, as if a file it needs were at an unexpected path.
if (process.env[SANDBOX_STATE] !== WITHOUT_LANDLOCK) process.exit(1);
await import('./unruly-child.ts');
