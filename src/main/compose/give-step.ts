import { AppError, type AppErrorData } from '#shared/errors.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { AGENT_LIMITS } from '../agents/agent-limits.ts'
import type { Children } from '../agents/children.ts'
import { noteOf } from '../agents/end-notes.ts'
import type { GiveStep } from '../runs/step-agents.ts'

type Deps = {
  readonly children: Pick<Children, 'start'>
  readonly lastWords: (run: RunRecord) => string
}

/** The longest part of a step that stands as the title of the agent that does it. */
const TITLE_CHARS = 120

/** Gives steps of plans to agents with logs of their own, which work for the run that waits for them. */
export function createGiveStep({ children, lastWords }: Deps): GiveStep {
  return async (run, { planId, index, agentId, title }, prompt) => {
    const employer = { sessionId: run.sessionId, runId: run.runId, callId: `step-${index}` }
    const short = title.replace(/\s+/g, ' ').slice(0, TITLE_CHARS)
    const child = await children.start(
      {
        ...{ employer, agentId, prompt, title: short, background: false, fork: false },
        ...{ hardMs: AGENT_LIMITS.hardMs, step: { planId, stepIndex: index } },
      },
      run.signal,
    )
    const stop = () => child.stop(run.signal.reason)
    run.signal.addEventListener('abort', stop, { once: true })
    if (run.signal.aborted) stop()
    try {
      const record = await child.done
      const note = noteOf(record, short, lastWords(record))
      return { note, error: record.status === 'completed' ? null : (record.error ?? stopped(record)) }
    } finally {
      run.signal.removeEventListener('abort', stop)
    }
  }
}

function stopped({ reason }: RunRecord): AppErrorData {
  return AppError.cancelled(reason ?? 'It was stopped.').toData()
}
