import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const endToEnd = 'test/e2e/**/*.test.ts';
// They replace modules, or set an environment that modules read once, so each file needs modules of its own.
const isolated = ['test/functions/**/*.test.ts', 'test/conversions/detection/detect-sample.test.ts'];
const unit = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // One more than there are cores, because the end-to-end tests mostly wait.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'v8',
      include: ['admin/**/*.ts', 'cdk/**/*.ts', 'functions/**/*.ts', 'lib/**/*.ts', 'local/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
    projects: [
      {
        test: {
          name: 'e2e',
          include: [endToEnd],
          globalSetup: 'test/e2e/support/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'functions', include: isolated, ...unit } },
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [endToEnd, 'test/corpus/**', ...isolated],
          isolate: false,
          ...unit,
        },
      },
    ],
  },
});
