import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The engine process as one program, which starts in a third of the processor time of its sources. */
export const bundledEngine = new URL('../../build/engine/engine-main.mjs', import.meta.url);

/** Bundles the engine process before the tests. */
export const setup = async (): Promise<void> => {
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/conversions/process/engine-main.ts'],
    outdir: fileURLToPath(new URL('.', bundledEngine)),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
  });
};
