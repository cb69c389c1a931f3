// Replaces itself by a program that does not wait for the disk: node without-syncs.ts PROGRAM ARGUMENTS
import { filterWithoutSyncs } from '../../lib/conversions/process/sandbox/seccomp-filter.ts';
import { systemCalls } from '../../lib/conversions/process/sandbox/system-calls.ts';

const [program = '', ...args] = process.argv.slice(2);
const calls = systemCalls();
// Without a filter, the program only waits.
if (calls?.renouncePrivileges()) calls.addFilter(filterWithoutSyncs);
process.execve?.(program, [program, ...args], process.env);
