import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/runner/longest-first.ts'

/** One worker for each desktop that `scripts/test/end-to-end.mjs` started. */
const desktops: unknown = JSON.parse(process.env['ORRERY_TEST_DESKTOPS'] ?? '[]')

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    setupFiles: ['test/support/desktop/own-desktop.ts'],
    environment: 'node',
    pool: 'forks',
    // Reading Playwright and the helpers again for each file took seconds. Stories share nothing but these modules.
    isolate: false,
    // Each worker begins with transformed modules of an earlier run.
    experimental: { fsModuleCache: true },
    maxWorkers: Array.isArray(desktops) ? Math.max(1, desktops.length) : 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    // A state may take as long to come as a step of the browser may; the second that is the default is none.
    expect: { poll: { timeout: 15_000 } },
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
  },
})
