import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { KeychainReply, type KeychainRequest } from './keychain-messages.ts'

/** The other process, as seen from here. */
export type KeychainProcess = {
  readonly post: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  readonly kill: () => void
}

export type KeychainChildDeps = {
  readonly spawn: () => KeychainProcess
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Logger
  /** After this long at rest the process is ended. */
  readonly idleMs: number
}

type Hears = {
  readonly reply: (reply: KeychainReply) => void
  /** Called when the process exited unexpectedly. */
  readonly lost: () => void
}
type Live = { readonly process: KeychainProcess; readonly ended: AbortController; watched: boolean }

/** The process that talks to the keychain: started when it gets something to do, ended after a while at rest. */
export function createKeychainChild(deps: KeychainChildDeps, hears: Hears) {
  let live: Live | null = null
  let sent = 0
  let resting = false

  const start = (): Live => {
    const started: Live = { process: deps.spawn(), ended: new AbortController(), watched: false }
    // Messages of an abandoned process concern finished calls.
    started.process.onMessage((message) => {
      if (live !== started) return
      const reply = KeychainReply.safeParse(message)
      if (reply.success) hears.reply(reply.data)
      else deps.logger.warn('The keychain process sent something that is not a reply')
    })
    started.process.onExit(() => {
      if (live === started) hears.lost()
    })
    return started
  }

  const end = () => {
    const ending = live
    live = null
    ending?.ended.abort()
    ending?.process.kill()
  }

  const rest = () => {
    resting = true
    const rester = live
    if (rester === null || rester.watched) return
    rester.watched = true
    const before = sent
    deps.clock.after(deps.idleMs, rester.ended.signal).then(
      () => {
        rester.watched = false
        if (resting && sent === before) end()
        else if (resting) rest()
      },
      // Ended for another reason before the time was up.
      () => undefined,
    )
  }

  return {
    /** Throws when the process cannot be started. */
    send: (request: KeychainRequest) => {
      resting = false
      sent += 1
      live ??= start()
      live.process.post(request)
    },
    /** Nothing is left to do for now. */
    rest,
    end,
  }
}
