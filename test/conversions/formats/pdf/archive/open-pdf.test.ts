import { expect, it } from 'vitest';
import { EngineRefusal } from '../../../../../lib/conversions/engine/engine.ts';
import { openPdf } from '../../../../../lib/conversions/formats/pdf/archive/pdf-file.ts';

it('declines a file that the library cannot read', async () => {
  await expect(openPdf(Buffer.from('no PDF'))).rejects.toBeInstanceOf(EngineRefusal);
});
