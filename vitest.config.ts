import { defineConfig } from 'vitest/config';

const endToEnd = 'test/e2e/**/*.test.ts';

export default defineConfig({
  test: {
    coverage: {
      provider: 'v8',
      include: ['admin/**/*.ts', 'cdk/**/*.ts', 'functions/**/*.ts', 'lib/**/*.ts', 'local/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [endToEnd, 'test/corpus/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: [endToEnd],
          globalSetup: 'test/e2e/support/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
