import { expect, it } from 'vitest';
import { startQpdf } from '../../../../lib/conversions/backends/qpdf/qpdf.ts';

it('leaves the exit status of the process as it is', async () => {
  const qpdf = await startQpdf();
  const { exitCode } = process;

  expect(qpdf.run('--is-encrypted', '/missing.pdf')).toBe('failed');
  expect(process.exitCode).toBe(exitCode);
});
