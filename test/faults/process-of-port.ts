import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Returns which of these processes has a TCP connection from this local port (proc_net_tcp(5)); undefined if none has. */
export const processOfPort = (port: number, pids: readonly number[]): number | undefined => {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const connection = readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '']) => local.endsWith(suffix));
  const socket = `socket:[${connection?.[9]}]`;
  return pids.find((pid) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === socket);
    } catch {
      // The process has exited.
      return false;
    }
  });
};
