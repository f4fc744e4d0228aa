import { defineConfig } from 'vitest/config'

/** All unit, integration, contract, house and migration tests. */
const ALL_TESTS = [
  'src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.mjs',
  'test/{contract,house,migrations,integration}/**/*.test.ts',
]

/**
 * Tests that start programs, load native modules, or change the environment, the current folder or a global.
 * Each file gets a process. All other files share two threads without isolation.
 * `test/house/test-projects.test.ts` finds files that belong in this list.
 */
export const PROCESS_TESTS = [
  'scripts/**/*.test.mjs',
  'src/main/{checkpoints,compose,database,git,knowledge,log,processes,projects,search,vault,vectors}/**/*.test.ts',
  'src/main/tools/{apart,bash,search}/**/*.test.ts',
  'src/main/{electron,exports,extensions,lib,memory}/**/*.test.ts',
  'src/main/models/openai-completions.test.ts',
  'test/{integration,migrations}/**/*.test.ts',
  'src/renderer/ui/keep-schemas-uncompiled.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    // These end what hangs. How fast something is, is for the bench to say.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Waiting for a state ends with the test, not after the second that is the default.
    expect: { poll: { timeout: 25_000 } },
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
    environment: 'node',
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: ALL_TESTS, exclude: PROCESS_TESTS, pool: 'threads', isolate: false },
      },
      {
        extends: true,
        // Processes rather than threads: a native module that crashes ends one file and not the run.
        test: { name: 'process', include: PROCESS_TESTS, pool: 'forks' },
      },
    ],
  },
})
