import type { SessionId } from '#shared/ids.ts'
import type { Clock } from '../../lib/clock.ts'
import type { BeforeChange } from '../files/file-change.ts'
import type { Tool, ToolContext, ToolPlan, ToolResult } from '../tool.ts'
import { createToolHost, type Errand, type ToolHost, type ToolsProcess } from './tool-host.ts'

type Deps = {
  readonly spawn: () => ToolsProcess
  /** True when the tools of whoever this log belongs to are to work apart. */
  readonly isApart: (sessionId: SessionId) => boolean
  readonly clock: Pick<Clock, 'schedule'>
  readonly beforeChange: BeforeChange
  /** Shows a process among those of agents. The answer takes it away again. */
  readonly watch: (
    program: { readonly pid: number; readonly end: () => void },
    context: ToolContext,
  ) => () => void
}

/** Tools that do their work inside the app. Commands are programs of their own, and the others only speak. */
const WORK_INSIDE: ReadonlySet<string> = new Set(['read', 'write', 'edit', 'list', 'glob', 'grep'])

/** A process that has had nothing to do for so long is ended; the next call starts another. */
const IDLE_MS = 20_000

/**
 * Lets tools do their work in a process of their own, one for each agent that is to work apart: one that never ends, or
 * that takes all memory, holds up neither the app nor anybody else.
 */
export function createApartTools({ spawn, isApart, clock, beforeChange, watch }: Deps) {
  const hosts = new Map<SessionId, { readonly host: ToolHost; cancel: () => void }>()

  const started = (context: ToolContext): ToolHost => {
    const { sessionId } = context
    const child = spawn()
    let hide = () => {}
    let isOver = false
    const host = createToolHost({
      ...{ child, clock, beforeChange },
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
      if (pid !== null && !isOver) hide = watch({ pid, end: host.close }, context)
    })
    hosts.set(sessionId, { host, cancel: () => {} })
    return host
  }

  const send = async (errand: Errand, signal: AbortSignal): Promise<ToolPlan | ToolResult> => {
    const { sessionId } = errand.context
    const host = hosts.get(sessionId)?.host ?? started(errand.context)
    hosts.get(sessionId)?.cancel()
    try {
      return await host.send(errand, signal)
    } finally {
      const known = hosts.get(sessionId)
      if (known?.host === host && !host.isBusy()) known.cancel = clock.schedule(IDLE_MS, host.close)
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
          return {
            ok: true,
            call: {
              plan: async (context, signal) => {
                if (!isApart(context.sessionId)) return plan(context, signal)
                return (await send({ ...errand, verb: 'plan', context, fresh: null }, signal)) as ToolPlan
              },
              run: async (context, signal, fresh) => {
                if (!isApart(context.sessionId)) return run(context, signal, fresh)
                return (await send({ ...errand, verb: 'run', context, fresh }, signal)) as ToolResult
              },
            },
          }
        },
      }
    },
    /** Ends all processes. */
    close: (): void => {
      for (const { host } of [...hosts.values()]) host.close()
    },
  }
}
