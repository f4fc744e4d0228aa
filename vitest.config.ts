import { defineConfig } from 'vitest/config'
import { PROCESS_PATTERNS } from './test/support/test-projects.ts'

/** All unit, integration, contract, house and migration tests. */
const ALL_TESTS = [
  'src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.mjs',
  'test/{contract,house,migrations,integration}/**/*.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    // These end what hangs. How fast something is, is for the bench to say.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Waiting for a state ends with the test, not after the second that is the default.
    expect: { poll: { timeout: 50_000 } },
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
    environment: 'node',
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ALL_TESTS,
          exclude: PROCESS_PATTERNS,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        // Processes rather than threads: a native module that crashes ends one file and not the run.
        test: { name: 'process', include: PROCESS_PATTERNS, pool: 'forks' },
      },
    ],
  },
})
