import { expect, it } from 'vitest';
import { runSteps } from '../../lib/run-steps.ts';

const textOf = (text: string, filename = 'a.txt') => ({ bytes: Buffer.from(text), filename });

const refusalOf = async (steps: unknown, sources = [textOf('Some text.')], from?: string) => {
  const error = await runSteps(sources, { steps, from }).catch((fault) => fault);
  return [error.code, error.message];
};

it('refuses files that a step cannot combine, before any step runs', async () => {
  const progress: unknown[] = [];

  const run = runSteps([textOf('First', 'one.txt'), textOf('Second', 'two.txt')], {
    steps: [
      { to: 'pdf', inputs: ['source'] },
      { to: 'html', inputs: ['source'] },
    ],
    onProgress: (each) => progress.push(each),
  });

  await expect(run).rejects.toThrow(
    'steps.0: no later step reads its result. Name it in the inputs of one, set "output" to true, or remove it.',
  );
  expect(progress).toEqual([]);
  expect(await refusalOf([{ to: 'html', inputs: ['source'] }], [textOf('One'), textOf('Two')])).toEqual([
    'invalid_request',
    'steps.0.inputs (step "step_1"): text files cannot be combined into one html. Send one file, or choose a target with several_files. GET /formats lists them.',
  ]);
});

it('runs each step on the inputs that it names, and returns the kept results', async () => {
  const progress: unknown[] = [];

  const results = await runSteps([textOf('First', 'one.txt')], {
    onProgress: (each) => progress.push(each),
    steps: [
      { name: 'cover', to: 'pdf', options: { page_size: 'Letter' }, output: true },
      { to: 'pdf', inputs: ['source'] },
      { to: 'pdf', inputs: ['cover', 'step_2'] },
      { format: 'metadata' },
    ],
  });

  expect(results.map(({ step, extension, report }) => [step, extension, report.pages])).toEqual([
    ['cover', 'pdf', 1],
    ['step_4', 'json', 2],
  ]);
  const [cover, metadata] = results.map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
  expect(cover).toMatch(/^%PDF-/);
  expect(JSON.parse(metadata ?? '')).toMatchObject({ pages: 2 });
  expect(progress.length).toBeGreaterThan(0);
});

it('checks the request as the service does', async () => {
  expect(await refusalOf([{ to: 'pdf' }, { format: 'text', to: 'pdf' }])).toEqual([
    'invalid_request',
    'steps.1.format: cannot be combined with to. Send only one of to, format.',
  ]);
  expect(await refusalOf([{ to: 'mp3' }])).toEqual([
    'unsupported_conversion',
    expect.stringMatching(/^steps\.0\.to \(step "step_1"\): cannot convert text to "mp3"\. Supported: /),
  ]);
  expect(await refusalOf([{ to: 'pdf' }], [textOf('%PDF-1.7')], 'docx')).toEqual([
    'format_mismatch',
    expect.stringMatching(/^from: the content of file_\w+ is pdf, not docx\./),
  ]);
  expect(await refusalOf([{ to: 'pdf' }], [textOf('')])).toEqual([
    'empty_file',
    '"a.txt" is empty. Upload a file with content.',
  ]);
});

it('names the step in the error of its document, and runs no later one', async () => {
  expect(await refusalOf([{ to: 'pdf' }, { name: 'cut', to: 'pdf', options: { pages: '7' } }])).toEqual([
    expect.any(String),
    expect.stringMatching(/^Step "cut": /),
  ]);
});

it('ends before the next step once it is aborted', async () => {
  const controller = new AbortController();
  controller.abort(new Error('stopped'));

  const run = runSteps([textOf('Text')], { steps: [{ to: 'html' }], signal: controller.signal });

  await expect(run).rejects.toThrow('stopped');
});
