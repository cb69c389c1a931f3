import type sharp from 'sharp';
import { loadPackage } from '../../base/package-assets.ts';

/** The sharp module. */
export type Sharp = typeof sharp;

// Threads per image: a worker has two processors.
const THREADS = 2;

// Loaders that libvips may use: excludes svg, pdf and all others in its build, and loading from paths.
const READERS = ['Png', 'Jpeg', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map(
  (name) => `VipsForeignLoad${name}Buffer`,
);

let loading: Promise<Sharp> | undefined;

async function load(): Promise<Sharp> {
  const { default: library } = await loadPackage<{ readonly default: Sharp }>('sharp');
  // Documents do not repeat, so a cache would only waste memory.
  library.cache(false);
  library.concurrency(THREADS);
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({ operation: READERS });
  return library;
}

/** Loads sharp, limited to reading png, jpeg, webp, tiff, gif and avif from memory. */
export function loadSharp(): Promise<Sharp> {
  loading ??= load();
  return loading;
}
