import { AppError } from '#shared/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { BeforeChange } from '../files/file-change.ts'
import type { ToolContext, ToolPlan, ToolResult } from '../tool.ts'
import { FromTools, type Granted, type ToTools, type Wish } from './messages.ts'
import { wireOf } from './serve-tools.ts'

/** A process of our own in which tools work. */
export type ToolsProcess = {
  /** Null until it was started. */
  readonly pid: () => number | null
  readonly post: (message: ToTools) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onStart: (listener: () => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  readonly kill: () => void
}

export type HostDeps = {
  readonly child: ToolsProcess
  readonly clock: Pick<Clock, 'schedule'>
  readonly beforeChange: BeforeChange
  /** It is gone, by itself or ended by somebody. */
  readonly gone: () => void
}

/** What is to be done apart. */
export type Errand = {
  readonly verb: 'plan' | 'run'
  readonly tool: string
  readonly args: unknown
  readonly context: ToolContext
  readonly fresh: ToolPlan | null
}

type Pending = {
  readonly context: ToolContext
  readonly signal: AbortSignal
  readonly resolve: (value: ToolPlan | ToolResult) => void
  readonly reject: (error: unknown) => void
}

/** How long a tool that is stopped may take to stop by itself. */
const UNWIND_MS = 1_000

const GONE =
  'The process in which this tool worked has ended before it was done. What it had done so far was not undone; look before you repeat it. The next call gets a new process.'

/** Speaks with one process in which tools work. Whatever becomes of it, every errand has an end. */
export function createToolHost({ child, clock, beforeChange, gone }: HostDeps) {
  const pending = new Map<number, Pending>()
  const wishes = createWishes(beforeChange)
  let count = 0
  let isGone = false

  const leave = (id: number): Pending | undefined => {
    const call = pending.get(id)
    pending.delete(id)
    return call
  }

  const lost = (): void => {
    if (isGone) return
    isGone = true
    gone()
    for (const id of [...pending.keys()]) leave(id)?.reject(AppError.forAgent('tool.failed', GONE))
    wishes.settleAll()
  }

  const answer = async ({ id, ask, wish }: Extract<FromTools, { type: 'ask' }>): Promise<void> => {
    const call = pending.get(id)
    try {
      if (call === undefined) throw AppError.cancelled('Nobody waits for this any more.')
      child.post({ type: 'answer', ask, value: await wishes.grant(call, wish) })
    } catch (error) {
      if (!isGone) child.post({ type: 'refuse', ask, problem: wireOf(error) })
    }
  }

  const hear = (message: unknown): void => {
    const read = FromTools.safeParse(message)
    if (!read.success) return
    const said = read.data
    if (said.type === 'ask') void answer(said)
    else if (said.type === 'progress') pending.get(said.id)?.context.progress(said.text)
    else if (said.type === 'noted') pending.get(said.id)?.context.reads.note(said.path, said.stamp)
    else if (said.type === 'done') leave(said.id)?.resolve(said.value)
    else leave(said.id)?.reject(AppError.quoting(said.problem.code, said.problem.message))
  }

  const close = (): void => {
    child.kill()
    lost()
  }

  child.onMessage(hear)
  child.onExit(lost)

  return {
    isBusy: (): boolean => pending.size > 0,
    /** Has it done. Rejects with an `AppError` the model reads; a tool that does not stop is ended with its process. */
    send: (errand: Errand, signal: AbortSignal): Promise<ToolPlan | ToolResult> =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        count += 1
        const id = count
        let cancel = () => {}
        const stop = () => {
          child.post({ type: 'abort', id })
          cancel = clock.schedule(UNWIND_MS, close)
        }
        const ending =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            cancel()
            signal.removeEventListener('abort', stop)
            then(value)
          }
        signal.addEventListener('abort', stop, { once: true })
        const { context } = errand
        pending.set(id, { context, signal, resolve: ending(resolve), reject: ending(reject) })
        child.post(callOf(id, errand))
      }),
    close,
  }
}

function callOf(id: number, { verb, tool, args, context, fresh }: Errand): ToTools {
  const { sessionId, runId, agentId, callId, root, reads, standing } = context
  const place = { sessionId, runId, agentId, callId, root }
  return { type: 'call', id, verb, tool, args, place, standing: standing(), seen: reads.all(), fresh }
}

/** Does for tools what only the parent can: keep what is long, and what files held before they change. */
function createWishes(beforeChange: BeforeChange) {
  const changes = new Map<number, () => Promise<void>>()
  let count = 0
  return {
    grant: async ({ context, signal }: Pick<Pending, 'context' | 'signal'>, wish: Wish): Promise<Granted> => {
      if (wish.what === 'putText') return context.blobs.putText(wish.text)
      if (wish.what === 'putBytes') return context.blobs.putBytes(wish.bytes, wish.mime)
      if (wish.what === 'beforeChange') {
        const settle = await beforeChange(context, wish.next, signal)
        count += 1
        changes.set(count, settle)
        return { change: count }
      }
      const settle = changes.get(wish.change)
      changes.delete(wish.change)
      await settle?.()
      return null
    },
    /** Looks at all copies that were made for changes of which nobody knows whether they were made. */
    settleAll: (): void => {
      for (const settle of changes.values()) settle().catch(() => undefined)
      changes.clear()
    },
  }
}

export type ToolHost = ReturnType<typeof createToolHost>
