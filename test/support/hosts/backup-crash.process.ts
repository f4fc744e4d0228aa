import { backUp } from '../../../src/main/backups/back-up.ts'
import { homePaths } from '../../../src/main/config/paths.ts'

/** Makes a backup in a process of its own that may be killed at any moment, and says each step. */
const [home = '', target = ''] = process.argv.slice(2)
backUp({
  paths: homePaths(home),
  target,
  appVersion: '1.2.3',
  now: Date.now(),
  report: ({ phase }) => process.stdout.write(`${phase}\n`),
  signal: new AbortController().signal,
}).then(
  (made) => process.stdout.write(`made ${made}\n`),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    process.exit(1)
  },
)
