import { writeFileSync } from 'node:fs';
import { openParentPipe } from '../../../lib/conversions/process/parent-pipe.ts';

// A child that follows the protocol but misbehaves in its first engine as the task's filename says.

interface Task {
  readonly filename: string;
  readonly outputPath: string;
  readonly workDirectory: string;
  readonly plan: { readonly from: string; readonly routes: readonly string[] };
  readonly tried: readonly { readonly engine: string }[];
}

const forever = (): Promise<void> => new Promise(() => setInterval(() => undefined, 1000));
const record = { name: 'Error', places: [] };
const hoard: Buffer[] = [];
let documents = 0;
let isClean = true;

const misbehaviours: Readonly<Record<string, () => Promise<void> | void>> = {
  stop: () => void process.kill(process.pid, 'SIGSTOP'),
  spin: () => {
    for (;;);
  },
  hog: async () => {
    for (;;) {
      hoard.push(Buffer.alloc(8 * 1024 * 1024, 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  },
  heap: () => {
    const lists: number[][] = [];
    for (;;) lists.push(Array.from({ length: 10_000 }, (_, index) => index));
  },
  segfault: () => void process.kill(process.pid, 'SIGSEGV'),
  exit: () => process.exit(3),
  slow: () => new Promise((resolve) => setTimeout(resolve, 3000)),
  work: async () => {
    await send({ type: 'progress', progress: { done: 0, total: 2, unit: 'pages' } });
    await new Promise((resolve) => setTimeout(resolve, 3000));
  },
  babble: async () => {
    await send({ type: 'done', lies: true });
    await send({ type: 'progress', progress: { done: 1, total: 2, unit: 'pages' } });
  },
};

const reset = (): Promise<void> => send({ type: 'reset', isClean });

async function answer({ filename, outputPath, plan, tried, workDirectory }: Task): Promise<void> {
  const { from, routes } = plan;
  documents += 1;
  const first = from === 'pdf' ? 'liteparse-pdf-reader' : 'harfbuzz-text-to-pdf';
  const second = from === 'pdf' ? 'pdf-parse-pdf-reader' : 'typst-text-to-pdf';
  // If it keeps failing, it sends the second one again.
  const engine = from === 'rtf' ? (routes[0] ?? '') : tried.length === 0 ? first : second;
  const [action = '', scope] = filename.split('-');
  if (action === 'early') process.exit(1);
  const refusal = { code: 'unsupported_content', message: 'It is a scan.', detail: '', record };
  await send({ type: 'engine', name: engine, ...(action === 'refused' ? { refusal } : {}) });
  if (action === 'refused') process.exit(1);
  if (action === 'unclean') isClean = false;
  if (action === 'typeset') {
    await send({ type: 'engine', name: routes[1] });
    // Time for its parent to kill it.
    if (documents > 1) await forever();
  }
  if (action === 'locked' || action === 'damaged') {
    const error = { code: 'encrypted_document', message: 'Locked.', detail: 'at x', record };
    await send({ type: 'failed', error, hasFailed: action === 'damaged' });
    return;
  }
  if (engine === first || scope === 'all') {
    process.stderr.write(`about to ${action}\n`);
    await misbehaviours[action]?.();
    if (action === 'hog') await forever();
  }
  const { pid, env } = process;
  const reply = JSON.stringify({ pid, env, documents, workDirectory });
  writeFileSync(outputPath, reply);
  await send({
    type: 'done',
    mimeType: 'text/plain',
    extension: 'txt',
    sizeBytes: reply.length,
    report: {
      engine,
      version: '1',
      tried: [...tried, { engine, outcome: 'used' }],
      pages: 1,
      ocr_pages: 0,
      fonts_substituted: [],
      warnings: [],
    },
    hasFailed: action === 'patched',
    phases: { read: 1, convert: 2, write: 3 },
  });
}

const { send } = openParentPipe(
  (message) =>
    void ((message as { readonly type?: string }).type === 'reset' ? reset() : answer(message as Task)),
  () => process.exit(0),
);
await send({
  type: 'ready',
  sandbox: { seccomp: false, landlock: false, unprivileged: false, undumpable: false },
});
