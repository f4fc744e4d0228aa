import { randomUUID } from 'node:crypto'
import type { SessionId } from '#shared/ids.ts'
import type { Tool, ToolContext, ToolPlan, ToolResult } from '../tool.ts'
import { createToolHost, type Errand, type HostDeps, type ToolHost, type ToolsProcess } from './tool-host.ts'

type Deps = Pick<
  HostDeps,
  | 'processes'
  | 'clock'
  | 'beforeChange'
  | 'beforeCommand'
  | 'commandEnvironment'
  | 'enterSandbox'
  | 'describeSandbox'
  | 'readPdf'
  | 'watchProgram'
> & {
  /** Starts a process with this mark, `NAME=value`, in its environment. */
  readonly spawn: (mark: string) => ToolsProcess
  /** Whether the tools of this session run in the separate process. */
  readonly isApart: (sessionId: SessionId) => boolean
  /** Shows a process among those of agents. The answer takes it away again. */
  readonly watch: (
    program: { readonly pid: number; readonly end: () => void },
    context: ToolContext,
  ) => () => void
}

/** Tools that work inside the sandboxed process, or start programs there. The others only exchange text. */
const WORK_INSIDE: ReadonlySet<string> = new Set([
  ...['read', 'write', 'edit', 'notebook_edit', 'list', 'glob', 'grep', 'bash'],
])

/** A process that has had nothing to do for so long is ended; the next call starts another. */
const IDLE_MS = 20_000

/**
 * Lets tools do their work in a process of their own, one for each agent that is to work apart: one that never ends, or
 * that takes all memory, holds up neither the app nor anybody else.
 */
export function createIsolatedTools({ spawn, isApart, watch, ...deps }: Deps) {
  const { clock } = deps
  const closing = new Set<Promise<void>>()
  const hosts = new Map<SessionId, { readonly host: ToolHost; cancel: () => void }>()

  const started = (context: ToolContext): ToolHost => {
    const { sessionId } = context
    const mark = `ORRERY_TOOLS=${randomUUID()}`
    const child = spawn(mark)
    let hide = () => {}
    let isOver = false
    const host = createToolHost({
      ...deps,
      child,
      mark,
      gone: () => {
        isOver = true
        hide()
        const known = hosts.get(sessionId)
        known?.cancel()
        if (known?.host === host) hosts.delete(sessionId)
      },
    })
    child.onStart(() => {
      const pid = child.pid()
      if (pid !== null && !isOver) hide = watch({ pid, end: () => end(host) }, context)
    })
    hosts.set(sessionId, { host, cancel: () => {} })
    return host
  }

  const end = (host: ToolHost): void => {
    const closed = host.close().finally(() => closing.delete(closed))
    closing.add(closed)
  }

  const send = async (errand: Errand, signal: AbortSignal): Promise<ToolPlan | ToolResult> => {
    const { sessionId } = errand.context
    const host = hosts.get(sessionId)?.host ?? started(errand.context)
    hosts.get(sessionId)?.cancel()
    try {
      return await host.send(errand, signal)
    } finally {
      const known = hosts.get(sessionId)
      if (known?.host === host && !host.isBusy()) known.cancel = clock.schedule(IDLE_MS, () => end(host))
    }
  }

  return {
    /** The same tool, which works apart for those who are to. */
    apart: (tool: Tool): Tool => {
      if (!WORK_INSIDE.has(tool.name)) return tool
      return {
        ...tool,
        open: (args) => {
          const opened = tool.open(args)
          if (!opened.ok) return opened
          const { plan, run } = opened.call
          const errand = { tool: tool.name, args }
          const worksHere = ({ sessionId }: ToolContext) => !isApart(sessionId) || isInBackground(args)
          return {
            ok: true,
            call: {
              plan: async (context, signal) => {
                if (worksHere(context)) return plan(context, signal)
                return (await send({ ...errand, verb: 'plan', context, fresh: null }, signal)) as ToolPlan
              },
              run: async (context, signal, fresh) => {
                if (worksHere(context)) return run(context, signal, fresh)
                return (await send({ ...errand, verb: 'run', context, fresh }, signal)) as ToolResult
              },
            },
          }
        },
      }
    },
    /** Ends all processes, with what they have started. */
    close: async (): Promise<void> => {
      for (const { host } of [...hosts.values()]) end(host)
      await Promise.all(closing)
    },
  }
}

/** Whether a call starts a program that outlives it. The main process follows those. */
function isInBackground(args: unknown): boolean {
  if (typeof args !== 'object' || args === null || !('background' in args)) return false
  return String(args.background).trim().toLowerCase() === 'true'
}
