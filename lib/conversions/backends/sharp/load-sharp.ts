import type sharp from 'sharp';
import { loadPackage } from '../../base/package-assets.ts';

/** sharp itself. */
export type Sharp = typeof sharp;

// Threads for one picture: as many as a worker has processors.
const THREADS = 2;

// What libvips may read: not svg, pdf, heif, or whatever else its build knows, and nothing from a path.
const READERS = ['Png', 'Jpeg', 'Webp', 'Tiff', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);

let loading: Promise<Sharp> | undefined;

async function load(): Promise<Sharp> {
  const { default: library } = await loadPackage<{ readonly default: Sharp }>('sharp');
  // Each document is another one, so a cache would only hold memory.
  library.cache(false);
  library.concurrency(THREADS);
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({ operation: READERS });
  return library;
}

/** Loads sharp, which then reads png, jpeg, webp, tiff and gif from memory and nothing else. */
export function loadSharp(): Promise<Sharp> {
  loading ??= load();
  return loading;
}
