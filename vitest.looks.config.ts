import { defineConfig, mergeConfig } from 'vitest/config'
import stories from './vitest.e2e.config.ts'

/** The looks of every screen: over sample data, and in a walk through the app. They run like the stories. */
export default mergeConfig(
  { ...stories, test: { ...stories.test, include: [] } },
  defineConfig({
    test: { include: ['test/looks/**/*.look.ts'] },
  }),
)
