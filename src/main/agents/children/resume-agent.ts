import { AppError } from '#shared/errors.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { PriorAnswers } from '../../runs/calls/tool-group.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Supervisor } from '../../runs/run/supervisor.ts'
import { isStopped } from '../records/agent-state.ts'
import type { Child } from '../records/child-task.ts'
import type { LiveAgent, LiveAgents } from '../records/live-agents.ts'
import { openRunOf } from '../records/newest-run.ts'
import type { Beginning } from './begin-agent.ts'
import { type LaunchDeps, launchAgent } from './launch-agent.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { type GoingOn, type ResumeDeps, resumed } from './resume-child.ts'

type Deps = LaunchDeps & ResumeDeps & { readonly supervisor: Pick<Supervisor, 'cancel' | 'bury'> }

/** Resumes ended agents: one at a time per agent, and never a running one. */
export function createResumeAgent(deps: Deps, live: LiveAgents, begun: OneAtATime) {
  const { log } = deps
  /** Runs whose end could not be stored when it came. */
  const unstored = new Set<RunId>()

  const launch = (beginning: Beginning): Child => {
    const child = launchAgent(deps, live, beginning)
    const look = (run: RunRecord) => void (isTerminal(run.status) || unstored.add(run.runId))
    child.done.then(look).catch(() => undefined)
    return child
  }

  // An agent waiting for the person since a restart has no live run until the answer resumes it.
  const isAtWork = (sessionId: SessionId): boolean =>
    live.has(sessionId) || openRunOf(log, sessionId) !== null

  const left = async (sessionId: SessionId): Promise<void> => {
    for (let at = endingAt(log, live, sessionId); at !== null; at = endingAt(log, live, sessionId)) {
      await at.over
    }
    const open = openRunOf(log, sessionId)
    if (open !== null && unstored.has(open.runId)) deps.supervisor.bury(open)
  }

  return {
    launch,
    /** True for one that works, waits for the person, or is about to begin. */
    isAtWork: (sessionId: SessionId): boolean => isAtWork(sessionId) || begun.over(sessionId) !== null,
    /**
     * Resumes an agent that has ended or is ending. A running agent gets the message instead, and null is
     * returned.
     */
    goOn: (sessionId: SessionId, words: GoingOn, tell: () => void): Promise<Child | null> => {
      const by = [...live.values()].find(({ runId }) => runId === words.parentRun)
      return begun.after(sessionId, async () => {
        await left(sessionId)
        if (isAtWork(sessionId)) {
          tell()
          return null
        }
        const { setting, asked } = await resumed(deps, sessionId, words)
        if (by !== undefined && isStopped(by.life()))
          throw AppError.cancelled('The agent that resumed it was stopped.')
        const first = words.said === undefined ? asked.first : await words.said()
        return first === null ? null : launch({ sessionId, setting, asked: { ...asked, first } })
      })
    },
    /**
     * Resumes an agent that the person answered after a restart. In the background no parent waits for it.
     * Null when it cannot resume: it is stopped then.
     */
    resumeAnswered: (waited: RunRecord, prior: PriorAnswers, background: boolean): Promise<Child | null> => {
      const { sessionId, runId } = waited
      return begun.after(sessionId, async () => {
        const at = live.get(sessionId)
        if (at !== undefined) return at.whole
        if (openRunOf(log, sessionId)?.runId !== runId) return null
        return takenUp(deps, launch, waited, { first: [], background, prior })
      })
    },
  }
}

async function takenUp(
  deps: Deps,
  launch: (beginning: Beginning) => Child,
  waited: RunRecord,
  words: GoingOn,
): Promise<Child | null> {
  const { sessionId, runId } = waited
  try {
    const { setting, asked } = await resumed(deps, sessionId, words)
    return launch({ sessionId, setting, asked: { ...asked, waited } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await deps.supervisor.cancel(sessionId, runId, error.message)
    deps.changed(sessionId)
    return null
  }
}

/** Returns the live agent of a log whose run has ended or is stopping. Such an agent receives no messages. */
function endingAt(log: Pick<RunLog, 'folds'>, live: LiveAgents, sessionId: SessionId): LiveAgent | null {
  const at = live.get(sessionId)
  if (at === undefined) return null
  const run = log.folds(sessionId).runs[at.runId]
  return isStopped(at.life()) || run === undefined || isTerminal(run.status) ? at : null
}
