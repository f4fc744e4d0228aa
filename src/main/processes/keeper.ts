import type { Clock } from '../lib/clock.ts'
import { isErrno } from '../lib/errno.ts'
import type { Logger } from '../lib/logger.ts'

/** By this the list of processes knows it. */
export const KEEPER_NAME = 'orrery-keeper'

/** The program that outlives the app by a few seconds, as seen from here. */
export type KeeperProcess = {
  /** Says lines, each with its end. */
  readonly say: (lines: string) => void
  /** Registers a listener for the end or a failed start, called once with the reason. */
  readonly onEnd: (listener: (reason: string) => void) => void
  /** Says no more, as when the app dies: what is left of the programs is ended. */
  readonly fallSilent: () => void
}

/**
 * Registers a started program with the keeper. The returned function is called when it has ended completely.
 */
export type KeepProgram = (pid: number) => () => void

type Deps = {
  readonly start: () => KeeperProcess
  readonly clock: Pick<Clock, 'schedule'>
  /** Schedules a callback after the current turn of the event loop. */
  readonly soon: (act: () => void) => void
  readonly logger: Pick<Logger, 'warn'>
}

/** For so long it waits for the next program; it is small, but there need not be one while nothing runs. */
const REST_MS = 20_000

/**
 * Ends programs with the app, even if the app is killed. A separate keeper process knows each program and
 * ends the rest when the connection closes. It runs asynchronously, and programs run without it too.
 */
export function createKeeper({ start, clock, soon, logger }: Deps) {
  const running = new Set<Program>()
  let news: News = { begun: new Set(), over: [] }
  let isDue = false
  let live: KeeperProcess | null = null
  let cancelRest = () => {}
  let hasFailed = false

  const lost = (reason: string) => {
    live = null
    if (!hasFailed) logger.warn('Programs of agents would outlive the app if it were killed', { reason })
    hasFailed = true
  }

  const begin = () => {
    try {
      const started = start()
      live = started
      started.onEnd((reason) => {
        // The next program starts a new keeper, which gets all running programs.
        if (live === started) lost(reason)
      })
      started.say(linesOf({ begun: running, over: [] }))
    } catch (error) {
      // The system has no room for another one.
      if (!isErrno(error)) throw error
      lost(error.message)
    }
  }

  /** Sends all changes of a turn at once, because each message wakes the keeper. */
  const tell = () => {
    isDue = false
    const lines = linesOf(news)
    const isNew = news.begun.size > 0
    news = { begun: new Set(), over: [] }
    if (live !== null && lines !== '') live.say(lines)
    else if (live === null && isNew) begin()
  }

  const tellSoon = () => {
    if (!isDue) soon(tell)
    isDue = true
  }

  const rest = () => {
    const resting = live
    live = null
    resting?.say('rest\n')
  }

  const keep: KeepProgram = (pid) => {
    // To a system 0 means "my own group" and 1 is what started it.
    if (pid <= 1) return () => {}
    cancelRest()
    const program = { pid }
    running.add(program)
    news.begun.add(program)
    tellSoon()
    return () => {
      if (!running.delete(program)) return
      if (!news.begun.delete(program)) news.over.push(program)
      tellSoon()
      if (running.size === 0 && live !== null) cancelRest = clock.schedule(REST_MS, rest)
    }
  }

  return {
    keep,
    /** When the app closes. Whatever is left of programs by then is ended. */
    close: (): void => {
      cancelRest()
      tell()
      const last = live
      live = null
      last?.fallSilent()
    },
  }
}

type Program = { readonly pid: number }
type News = { readonly begun: Set<Program>; readonly over: Program[] }

/** Formats the changes. Ended programs come first, because a new one may have reused the number. */
function linesOf({ begun, over }: News): string {
  return [...over.map(({ pid }) => `- ${pid}\n`), ...[...begun].map(({ pid }) => `+ ${pid}\n`)].join('')
}

/** Skips programs that end quickly, because most do. */
export function keepLong(keep: KeepProgram, clock: Pick<Clock, 'schedule'>): KeepProgram {
  return (pid) => {
    let over = () => {}
    const cancel = clock.schedule(LONG_MS, () => {
      over = keep(pid)
    })
    return () => {
      cancel()
      over()
    }
  }
}

const LONG_MS = 1_000
