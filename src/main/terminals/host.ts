import type { TerminalId } from '#shared/ids.ts'
import type { FromTerminals, ToTerminals } from './messages.ts'

/** The process that holds the pseudo terminals. */
export type TerminalProcess = {
  readonly post: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  /** By force. */
  readonly kill: () => void
}

type Reply = Extract<FromTerminals, { request: number }>
type Report = Exclude<FromTerminals, { request: number }>

type Deps = {
  readonly spawn: () => TerminalProcess
  readonly receive: (report: Report) => void
  /** Called when the process has ended although it was needed. */
  readonly lost: () => void
  /** The longest wait for a reply, in milliseconds. */
  readonly replyMs?: number
}

const REPLY_MS = 5_000

/** Starts the process for the first terminal, ends it with the last one, and matches replies to requests. */
export function createTerminalHost({ spawn, receive, lost, replyMs = REPLY_MS }: Deps) {
  const waiting = new Map<number, (reply: Reply | null) => void>()
  let live: TerminalProcess | null = null
  let count = 0

  const settleAll = () => {
    for (const settle of [...waiting.values()]) settle(null)
    waiting.clear()
  }

  const begin = (): TerminalProcess => {
    const started = spawn()
    live = started
    started.onMessage((message) => {
      // Only our own process sends messages here.
      const known = message as FromTerminals
      if ('request' in known) waiting.get(known.request)?.(known)
      else receive(known)
    })
    started.onExit(() => {
      if (live !== started) return
      live = null
      settleAll()
      lost()
    })
    return started
  }

  const post = (message: ToTerminals): void => {
    if (message.t === 'start') (live ?? begin()).post(message)
    else live?.post(message)
  }

  /** Resolves to null when the process ends before the reply, or does not reply in time. */
  const ask = (id: TerminalId, t: Reply['t']): Promise<Reply | null> => {
    if (live === null) return Promise.resolve(null)
    count += 1
    const request = count
    return new Promise((resolve) => {
      const settle = (reply: Reply | null) => {
        clearTimeout(late)
        waiting.delete(request)
        resolve(reply)
      }
      const late = setTimeout(settle, replyMs, null)
      waiting.set(request, settle)
      post({ t, id, request })
    })
  }

  return {
    post,
    screen: async (id: TerminalId) => {
      const reply = await ask(id, 'screen')
      return reply?.t === 'screen' ? reply : null
    },
    foreground: async (id: TerminalId): Promise<string> => {
      const reply = await ask(id, 'foreground')
      return reply?.t === 'foreground' ? reply.program : ''
    },
    end: (): void => {
      const last = live
      live = null
      settleAll()
      last?.kill()
    },
  }
}
