import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const inspectorPort = 9229;
const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const reply = z.object({
  id: z.number().optional(),
  result: z.object({ result: z.object({ value: z.string() }).optional() }).optional(),
});

/** Commands for the inspector of a process. */
const openInspector = async () => {
  const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [target] = targets.parse(await answer.json());
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let sent = 0;
  return {
    send: (method: string, params: object = {}): Promise<string | undefined> => {
      sent += 1;
      const id = sent;
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      socket.addEventListener('message', ({ data }) => {
        const { id: answered, result } = reply.safeParse(JSON.parse(String(data))).data ?? {};
        if (answered === id) resolve(result?.result?.value);
      });
      socket.send(JSON.stringify({ id, method, params }));
      return promise;
    },
    close: () => socket.close(),
  };
};

/**
 * The bytes that a Node.js process uses once its garbage is collected: what it has from the system depends on when V8 collects, not on
 * what it keeps. Undefined if the process has no inspector. Measure one process at a time, because all inspectors have one port.
 */
export const liveHeapOf = async (pid: number): Promise<number | undefined> => {
  try {
    process.kill(pid, 'SIGUSR1');
    await pause(1500);
    const inspector = await openInspector();
    await inspector.send('HeapProfiler.collectGarbage');
    // Another process may have the port.
    const expression = `process.pid !== ${pid} ? '' : (({ heapUsed, external }) => {
      setTimeout(() => process._debugEnd(), 100);
      return String(heapUsed + external);
    })(process.memoryUsage())`;
    const bytes = await inspector.send('Runtime.evaluate', { expression });
    inspector.close();
    await pause(500);
    return bytes === undefined || bytes === '' ? undefined : Number(bytes);
  } catch {
    return undefined;
  }
};
