import { systemClock } from '../../lib/clock.ts'
import { createEarlyFiles, type EarlyFiles } from '../start/early-files.ts'

/**
 * Maximum wait of the app's code for the first page, in milliseconds, so that a missing page blocks nothing.
 */
const LIMIT_MS = 300

export type FirstPage = {
  readonly files: EarlyFiles
  /** The page has been asked for; its process begins now, and a little can be read meanwhile. */
  readonly asked: Promise<void>
  /** All that it names has been given; it is busy with its scripts, and all else can be read. */
  readonly given: Promise<void>
}

/**
 * The first page of the app and the moments at which this thread has nothing to do for it. Reading the app's code takes
 * a seventh of a second in which no page is answered, and a page asks twice before it can begin.
 */
export function createFirstPage(page: string, options: { readonly isServedHere: boolean }): FirstPage {
  const files = createEarlyFiles(page)
  const moment = (come: Promise<void>) => (options.isServedHere ? within(LIMIT_MS, come) : Promise.resolve())
  return { files, asked: moment(files.pageGiven), given: moment(files.allGiven) }
}

/** Resolves with `come`, and after `ms` at the latest. */
function within(ms: number, come: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const endLimit = systemClock.schedule(ms, resolve)
    void come.then(endLimit).then(resolve)
  })
}
