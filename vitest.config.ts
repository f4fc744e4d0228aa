import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.mjs',
      'test/{contract,house,migrations,integration}/**/*.test.ts',
    ],
    environment: 'node',
    // Processes rather than threads: a native module that crashes takes one file with it and not the run.
    pool: 'forks',
    maxWorkers: 2,
    // These end what hangs. How fast something is, is for the bench to say.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Waiting for a state ends with the test, not after the second that is the default.
    expect: { poll: { timeout: 25_000 } },
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
