/**
 * A shell script that runs a program with `exec`, after it has started a watcher that kills the program at the end of standard
 * input. That pipe is closed by this process, or by the system once this process has ended.
 */
const script =
  // Through descriptor 3, because a shell gives its background jobs an empty standard input.
  'exec 3<&0; (cat <&3; kill -9 $$) >/dev/null 2>&1 & exec "$@" </dev/null 3<&-';

/** Returns a command that runs another one and ends with this process. Its standard input must be a pipe. */
export function watchedCommand(command: readonly string[]): readonly [string, ...string[]] {
  return ['sh', '-c', script, 'sh', ...command];
}
