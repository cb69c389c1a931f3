import { expect, it } from 'vitest';
import { deployedRoutes } from '../../../lib/conversions/deployment/workers.ts';
import { formats, isFormat } from '../../../lib/conversions/formats.ts';
import { conversionTargets, extractFormatsFrom } from '../../../lib/conversions/routing/formats-table.ts';
import { formatDetector } from '../../../lib/files/format-detector.ts';

// The first box of a HEIC file: brand heic, compatible with mif1 and heic (ISO/IEC 23008-12).
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic'),
  Buffer.from([0, 0, 0, 0]),
  Buffer.from('mif1heic'),
]);

it('refuses HEIC by name', async () => {
  expect(await formatDetector.detect(heic, 'a.heic')).toBeUndefined();
  expect(await formatDetector.describeUnsupported(heic)).toBe('a HEIC image, which is not supported');
});

it('accepts only formats that a worker of the service reads', () => {
  const routes = deployedRoutes();
  const served = Object.keys(formats)
    .filter(isFormat)
    .filter((from) => conversionTargets(from, routes).length + extractFormatsFrom(from, routes).length > 0);

  expect(Object.keys(formats)).toEqual(served);
});
