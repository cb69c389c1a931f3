import { defineConfig } from 'vitest/config';

// Real documents that do not belong to the project: `npm run test:corpus` runs over them where they are.
export default defineConfig({
  test: {
    include: ['test/corpus/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // One document at a time, as in a worker.
    fileParallelism: false,
  },
});
