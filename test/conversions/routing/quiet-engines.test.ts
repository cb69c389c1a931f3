import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Engine } from '../../../lib/conversions/engine/engine.ts';
import { documentExtractor } from '../../../lib/conversions/hubs/extractors.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { paragraph, treeOf } from '../document/sample-tree.ts';
import { pdfOf } from '../raw-pdf.ts';
import { runEngines } from '../run-engines.ts';

const terminal = globalThis.console;
const methods = ['debug', 'info', 'log', 'warn', 'error'] as const;
const printed: unknown[] = [];
const listen = (): void => {
  for (const method of methods)
    vi.spyOn(terminal, method).mockImplementation((...parts) => void printed.push(...parts));
};
afterEach(() => {
  vi.restoreAllMocks();
  printed.length = 0;
});

const target = { from: 'rtf', operation: 'extract', to: 'text', options: {} } as const;
const speaking = (convertIt: Engine['convert']) =>
  runEngines(Buffer.from('x'), target, {
    engines: [
      {
        name: 'speaking',
        edges: [{ from: 'rtf', operation: 'read', to: 'document' }],
        options: z.strictObject({}),
        limits: {},
        convert: convertIt,
      },
      documentExtractor,
    ],
  });
const output = { content: treeOf([paragraph('x')]), report: {} };

it('prints no number of a PDF that its library finds too large', async () => {
  listen();
  const file = pdfOf('', '<</Type/Font/Secret 4111111111111111222>>');

  await convert(file, { from: 'pdf', to: 'pdf', options: { watermark: 'x' } });

  expect(printed).toEqual([]);
});

it('prints nothing that a library says, at once, later or as it fails', async () => {
  listen();

  await speaking(async () => {
    for (const method of methods) terminal[method]('text of the document');
    await new Promise((resolve) => setTimeout(resolve, 1));
    terminal.warn('more of it');
    return output;
  });
  await speaking(async () => {
    terminal.error('the end of it');
    throw new Error('unforeseen');
  }).catch(() => undefined);

  expect(printed).toEqual([]);
});

it('leaves the console to everything else', async () => {
  listen();
  const original = terminal.warn;
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const runs = [1, 2].map(() =>
    speaking(async () => {
      started.resolve();
      await ended.promise;
      return output;
    }),
  );
  await started.promise;
  terminal.warn('of the program');
  ended.resolve();
  await Promise.all(runs);

  expect(printed).toEqual(['of the program']);
  expect(terminal.warn).toBe(original);
});

it('prints what the caller says of the progress', async () => {
  listen();

  await convert(pdfOf('BT /F1 9 Tf (Hello) Tj ET', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'), {
    from: 'pdf',
    to: 'text',
    onProgress: ({ done }) => terminal.log(`page ${done}`),
  });

  expect(printed).toContain('page 1');
});
