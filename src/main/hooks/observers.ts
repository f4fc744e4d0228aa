import { AppError } from '#shared/errors.ts'
import { say, type Told, tell as told } from '#shared/sentences.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { HookScene, News, ObserveHook } from './hook.ts'
import type { Noted } from './run-chain.ts'

type Deps = {
  readonly clock: Clock
  readonly logger: Logger
  readonly observersOf: (scene: HookScene) => Promise<readonly ObserveHook[]>
  readonly note: (noted: Noted) => void
}

/** Maximum parallel and queued notifications. Further ones are dropped and counted. */
const AT_ONCE = 4
const MOST_WAITING = 200

type Waiting = { readonly news: News; readonly scene: HookScene }

/**
 * Creates the notification of hooks about events. It is asynchronous, so no hook can delay or fail anything.
 */
export function createObservers({ clock, logger, observersOf, note }: Deps) {
  const closing = new AbortController()
  const waiting: Waiting[] = []
  const telling = new Set<Promise<void>>()
  let dropped = 0
  /**
   * The pending work per hook and chat, and the newest lookup of receivers. Earlier events are delivered
   * first.
   */
  const busy = new Map<string, Promise<void>>()
  let looked: Promise<unknown> = Promise.resolve()

  const tellOne = async (hook: ObserveHook, { news, scene }: Waiting): Promise<void> => {
    if (closing.signal.aborted) return
    const began = clock.elapsed()
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(hook.timeoutMs)])
    const noted = (outcome: Noted['outcome'], { text: words, said }: Told) =>
      note({ key: hook.key, outcome, words, said, ms: Math.round(clock.elapsed() - began) })
    try {
      await hook.hear(news, scene, signal)
      noted('done', told())
    } catch (error) {
      if (closing.signal.aborted) return
      noted('failed', error instanceof AppError ? error.told() : told(say('hook.broke')))
    }
  }

  const inTurn = (hook: ObserveHook, one: Waiting): Promise<void> => {
    // Chats do not wait for each other: they have no order among them, and all of them end when the app is quit.
    const place = `${one.scene.sessionId} ${hook.key}`
    const told = (busy.get(place) ?? Promise.resolve()).then(() => tellOne(hook, one))
    const done = told.finally(() => {
      if (busy.get(place) === done) busy.delete(place)
    })
    busy.set(place, done)
    return done
  }

  const lookFor = (scene: HookScene): Promise<readonly ObserveHook[]> => {
    const look = looked.then(() => observersOf(scene))
    looked = look.catch(() => {})
    return look
  }

  const tell = async (one: Waiting): Promise<void> => {
    try {
      const hooks = (await lookFor(one.scene)).filter(({ name }) => name === one.news.name)
      await Promise.all(hooks.map((hook) => inTurn(hook, one)))
    } catch (error) {
      logger.error('Hooks could not be told what happened', error, { name: one.news.name })
    }
  }

  const work = (): void => {
    while (telling.size < AT_ONCE && !closing.signal.aborted) {
      const next = waiting.shift()
      if (next === undefined) return
      const done = tell(next).finally(() => {
        telling.delete(done)
        work()
      })
      telling.add(done)
    }
  }

  return {
    /** Returns at once. */
    tell: (news: News, scene: HookScene): void => {
      if (closing.signal.aborted) return
      if (waiting.length >= MOST_WAITING) {
        dropped += 1
        if (dropped === 1)
          logger.warn('Hooks are slower than what happens; some of it is not told', { MOST_WAITING })
        return
      }
      waiting.push({ news, scene })
      work()
    },
    /** Resolves when nothing is left to be told. */
    idle: async (): Promise<void> => {
      while (telling.size > 0) await Promise.all(telling)
    },
    close: async (): Promise<void> => {
      closing.abort(AppError.cancelled('Orrery is closing.'))
      waiting.length = 0
      await Promise.all(telling)
    },
  }
}
