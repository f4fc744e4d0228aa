// Builds the app, whether or not anything has changed.
import { ensureBuilt, forgetBuild } from './setup/app-build.mjs'
import { createProgress } from './setup/progress.mjs'
import { describeFailure } from './setup/setup-error.mjs'

try {
  await forgetBuild()
  await ensureBuilt(createProgress())
} catch (error) {
  console.error(describeFailure(error))
  process.exit(1)
}
