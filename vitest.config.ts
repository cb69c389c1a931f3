import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const endToEnd = 'test/e2e/**/*.test.ts';
const functions = 'test/functions/**/*.test.ts';
// They replace modules or external clients, so each file needs modules of its own.
const isolated = [
  'test/conversions/detection/detect-sample.test.ts',
  'test/conversions/backends/ironcalc/model.test.ts',
  'test/conversions/formats/pdf/split-reads.test.ts',
  'test/functions/{billing,faults,new-plan}.test.ts',
];
// What takes long and rarely finds anything new runs in `npm run test:all`.
const long = process.env.DOCFORGE_LONG === '1' ? [] : ['test/**/*.long.test.ts'];
// For programs that hang. A slow machine may take a minute for what takes seconds.
const patience = { testTimeout: 180_000, hookTimeout: 180_000 };

// Settings of a developer's own deployment do not change what is tested.
process.env.DOCFORGE_CONFIG = join(import.meta.dirname, 'docforge.config.example.ts');
process.env.DOCFORGE_STAGE = '';

export default defineConfig({
  test: {
    // Two more than there are cores, because the end-to-end tests mostly wait.
    maxWorkers: availableParallelism() + 2,
    // Megabytes of new objects before each collection: a twentieth less processor time than with V8's default of 16.
    execArgv: ['--max-semi-space-size=64'],
    // Functions log a line for each request.
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
    coverage: {
      provider: 'v8',
      include: [
        'admin/**/*.ts',
        'cdk/**/*.ts',
        'cli/**/*.ts',
        'client/**/*.ts',
        'functions/**/*.ts',
        'lib/**/*.ts',
        'local/**/*.ts',
      ],
      reporter: ['text-summary', 'html'],
    },
    projects: [
      {
        test: {
          name: 'e2e',
          include: [endToEnd],
          exclude: long,
          isolate: false,
          globalSetup: 'test/e2e/support/global-setup.ts',
          ...patience,
        },
      },
      { test: { name: 'isolated', include: isolated, ...patience } },
      // Reset their modules themselves, so they share nothing with the other tests.
      {
        test: {
          name: 'functions',
          include: [functions],
          exclude: [...isolated, ...long],
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [endToEnd, functions, 'test/corpus/**', '**/node_modules/**', ...isolated, ...long],
          isolate: false,
          globalSetup: ['test/support/bundle-engine.ts', 'test/cdk/templates-folder.ts'],
          ...patience,
        },
      },
    ],
  },
});
