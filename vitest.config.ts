import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/runner/longest-first.ts'
import { OWN_PROCESS_TESTS, PROCESS_PATTERNS, PROGRAM_PATTERNS } from './test/support/test-projects.ts'

/** All unit, integration, contract, house and migration tests. */
const ALL_TESTS = [
  'src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.mjs',
  'test/{contract,house,migrations,integration}/**/*.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Transformed modules outlive a run, since `npm test` starts Vitest four times.
    experimental: { fsModuleCache: true },
    // These end what hangs. How fast something is, is for the bench to say.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Waiting for a state ends with the test, not after the second that is the default.
    expect: { poll: { timeout: 50_000 } },
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    unstubEnvs: true,
    environment: 'node',
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ALL_TESTS,
          exclude: [...PROCESS_PATTERNS, ...PROGRAM_PATTERNS, ...OWN_PROCESS_TESTS],
          pool: 'threads',
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        // Processes rather than threads: a native module that crashes ends one worker and not the run.
        test: {
          name: 'process',
          include: PROCESS_PATTERNS,
          exclude: [...PROGRAM_PATTERNS, ...OWN_PROCESS_TESTS],
          pool: 'forks',
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: PROGRAM_PATTERNS,
          exclude: [...OWN_PROCESS_TESTS],
          pool: 'forks',
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'own-process',
          include: [...OWN_PROCESS_TESTS],
          pool: 'forks',
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
