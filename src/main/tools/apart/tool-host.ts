import { AppError } from '#shared/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FolderEnvironment } from '../../lib/programs/child-environment.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { BeforeCommand, WatchProgram } from '../bash/command-deps.ts'
import type { DescribeSandbox, EnterSandbox } from '../bash/sandboxed.ts'
import type { BeforeChange } from '../files/file-change.ts'
import type { ReadPdf } from '../read/pdf.ts'
import type { ToolContext, ToolPlan, ToolResult } from '../tool.ts'
import { createHostPrograms } from './host-programs.ts'
import { createHostRequests } from './host-requests.ts'
import { FromTools, type ToTools } from './messages.ts'
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
  /** A variable in the environment of the process and of all that it starts, `NAME=value`. */
  readonly mark: string
  readonly processes: Pick<ProcessTree, 'end'>
  readonly clock: Pick<Clock, 'schedule'>
  readonly beforeChange: BeforeChange
  readonly beforeCommand: BeforeCommand
  readonly commandEnvironment: FolderEnvironment
  readonly enterSandbox: EnterSandbox
  readonly describeSandbox: DescribeSandbox
  readonly readPdf: ReadPdf
  readonly watchProgram: WatchProgram
  /** Called when the process has exited or was ended. */
  readonly gone: () => void
}

/** A job for the tools process. */
export type Errand = {
  readonly verb: 'plan' | 'run'
  readonly tool: string
  readonly args: unknown
  readonly context: ToolContext
  readonly fresh: ToolPlan | null
}

type Pending = {
  readonly tool: string
  readonly context: ToolContext
  readonly signal: AbortSignal
  readonly resolve: (value: ToolPlan | ToolResult) => void
  readonly reject: (error: unknown) => void
}

/**
 * Grace periods of an aborted tool and command, in milliseconds. A command first gets a termination request.
 */
const UNWIND_MS = 1_000
const COMMAND_UNWIND_MS = 4_000

const RUNS_COMMANDS = 'bash'

const GONE =
  'The process in which this tool worked has ended before it was done. What it had done so far was not undone; look before you repeat it. The next call gets a new process.'

/** Speaks with one process in which tools work. Whatever becomes of it, every errand has an end. */
export function createToolHost(deps: HostDeps) {
  const { child, clock, gone } = deps
  const pending = new Map<number, Pending>()
  const wishes = createHostRequests(deps)
  const programs = createHostPrograms(deps)
  let ended: Promise<void> = Promise.resolve()
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
    const left = [...pending.keys()].flatMap((id) => leave(id) ?? [])
    const fail = () => {
      for (const { reject } of left) reject(AppError.forAgent('tool.failed', GONE))
      wishes.settleAll()
    }
    // Nothing of a command is left when its agent reads that it has ended.
    if (left.some(({ tool }) => tool === RUNS_COMMANDS)) ended = programs.end().then(fail, fail)
    else fail()
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
    else if (said.type === 'started') programs.started(pending.get(said.id), said)
    else if (said.type === 'over') programs.over(said.program)
    else if (said.type === 'done') leave(said.id)?.resolve(said.value)
    else leave(said.id)?.reject(AppError.quoting(said.problem.code, said.problem.message))
  }

  /** Resolves when nothing that it had started is left. */
  const close = (): Promise<void> => {
    child.kill()
    lost()
    return ended
  }

  const send = (errand: Errand, signal: AbortSignal): Promise<ToolPlan | ToolResult> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      count += 1
      const [id, { tool, context }] = [count, errand]
      const unwindMs = tool === RUNS_COMMANDS ? COMMAND_UNWIND_MS : UNWIND_MS
      const ending = stopping(signal, () => {
        child.post({ type: 'abort', id })
        return clock.schedule(unwindMs, close)
      })
      pending.set(id, { tool, context, signal, resolve: ending(resolve), reject: ending(reject) })
      child.post(callOf(id, errand))
    })

  child.onStart(() => programs.startedBy(child.pid()))
  child.onMessage(hear)
  child.onExit(lost)

  return {
    isBusy: (): boolean => pending.size > 0,
    /** Has it done. Rejects with an `AppError` the model reads; a tool that does not stop is ended with its process. */
    send,
    close,
  }
}

/** Does `stop` once the signal says so. What it answers with is called when one of the endings has come. */
function stopping(signal: AbortSignal, stop: () => () => void) {
  let cancel = () => {}
  const act = () => {
    cancel = stop()
  }
  signal.addEventListener('abort', act, { once: true })
  return <T>(then: (value: T) => void) =>
    (value: T) => {
      cancel()
      signal.removeEventListener('abort', act)
      then(value)
    }
}

function callOf(id: number, { verb, tool, args, context, fresh }: Errand): ToTools {
  const { sessionId, runId, agentId, callId, root, reads, standing } = context
  const place = { sessionId, runId, agentId, callId, root }
  // A function cannot go to another process.
  const sent = standing().map(({ used: _used, ...rules }) => rules)
  return { type: 'call', id, verb, tool, args, place, standing: sent, seen: reads.all(), fresh }
}

export type ToolHost = ReturnType<typeof createToolHost>
