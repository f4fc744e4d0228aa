import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    environment: 'node',
    pool: 'forks',
    // One app at a time: they share a screen, a clipboard and a keyring.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    // A state may take as long to come as a step of the browser may; the second that is the default is none.
    expect: { poll: { timeout: 15_000 } },
    allowOnly: false,
  },
})
