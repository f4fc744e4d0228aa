import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { childEnvironment } from '../../lib/programs/child-environment.ts'
import { createProcessTree } from '../../lib/programs/process-tree.ts'
import { NO_JOBS } from '../jobs/no-jobs.ts'
import { findRipgrep } from '../search/find-ripgrep.ts'
import { createRipgrep } from '../search/ripgrep.ts'
import { createToolbox } from '../toolbox.ts'
import { APP_HOME } from './app-home.ts'
import type { FromTools, ToTools } from './messages.ts'
import { createToolServer } from './serve-tools.ts'

/** The channel to the parent: Electron gives a utility process a port, Node gives a forked one `process`. */
type ParentPort = {
  readonly on: (event: 'message', listener: (message: { data: unknown }) => void) => void
  readonly postMessage: (message: unknown) => void
}

const parentPort = (process as { readonly parentPort?: ParentPort }).parentPort
const post = (message: FromTools): void => {
  if (parentPort === undefined) process.send?.(message)
  else parentPort.postMessage(message)
}

const SEARCH_LIMIT_MS = 30_000
const appHome = process.env[APP_HOME]
const { platform, env } = process
const clock = systemClock
const server = createToolServer(post, clock.schedule)
const { tools } = createToolbox({
  platform,
  flavour: { path, home: homedir(), ...(appHome === undefined ? {} : { appHome }) },
  clock,
  processes: createProcessTree({ platform, clock }),
  watchProgram: server.watchProgram,
  beforeCommand: server.beforeCommand,
  enterSandbox: server.enterSandbox,
  describeSandbox: server.describeSandbox,
  jobs: NO_JOBS,
  readPdf: server.readPdf,
  ripgrep: createRipgrep({
    facts: () =>
      findRipgrep({ platform, environment: env, preferSystem: env['ORRERY_SYSTEM_RIPGREP'] === '1' }),
    // Main has started this process without secrets.
    environment: () => childEnvironment({ inherited: env, platform, secret: new Set() }),
    logger: silentLogger,
    tell: () => {},
    timeLimitMs: SEARCH_LIMIT_MS,
    // It ends with this process, which the keeper knows.
    keep: () => () => {},
  }),
  environment: env,
  commandEnvironment: server.commandEnvironment,
  exists: existsSync,
  searchLimitMs: SEARCH_LIMIT_MS,
  beforeChange: server.beforeChange,
})

// It is our own parent that speaks.
const receive = (message: unknown): void => server.receive(tools, message as ToTools)
if (parentPort === undefined) {
  process.on('message', receive)
  process.on('disconnect', () => process.exit())
} else {
  parentPort.on('message', ({ data }) => receive(data))
}
