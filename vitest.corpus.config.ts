import { defineConfig } from 'vitest/config';

// Converts real documents that do not belong to the project, from the folder that CORPUS names.
export default defineConfig({
  test: {
    include: ['test/corpus/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // One document at a time, as in a worker.
    fileParallelism: false,
  },
});
