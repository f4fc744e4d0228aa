import type { DurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import type { ToolAct } from '../../tools/tool.ts'
import { told } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'

/** New problems that the checks of a project found after edits. */
export type EditReport = {
  readonly count: number
  /** The file of the first problem. */
  readonly path: string
  /** The problems as lines for the model. */
  readonly lines: string
}

/** The checks of the project that a run edits. */
export type EditCheck = {
  /** Checks the edits since the last call; null where nothing is new. */
  readonly report: (run: RunHandle) => Promise<EditReport | null>
  /** Called when a run has ended. */
  readonly ended: (run: RunHandle) => void
}

/** Whether the agent of a run may do an edit inside its project without a rule that asks or refuses. */
export type MayEdit = (act: ToolAct) => boolean

/** The checks of projects. They may format the edited files first, as far as the agent may edit them. */
export type ProjectChecks = Pick<EditCheck, 'ended'> & {
  readonly report: (run: RunHandle, mayEdit: MayEdit) => Promise<EditReport | null>
}

/** For runs in projects without checks. */
export const NO_EDIT_CHECK: EditCheck = { report: async () => null, ended: () => {} }

/** The kind of item that carries new problems to the model. */
export const NEW_PROBLEMS = 'new-problems'

/** Maximum continuations of a turn because of new problems. */
const MOST_ROUNDS = 3

/**
 * Checks the edits of a run that is about to end. True when there are new problems: the model gets them and the run
 * continues. After the maximum the person gets a notice instead.
 */
export async function isCorrecting(
  checks: EditCheck,
  run: RunHandle,
  path: () => readonly DurableEvent[],
  mayContinue: () => boolean,
): Promise<boolean> {
  const report = await checks.report(run)
  if (report === null) return false
  const rounds = roundsSincePrompt(path())
  if (rounds >= MOST_ROUNDS || !mayContinue()) {
    run.publish([told([say('problems.left', { count: String(rounds) })])])
    return false
  }
  const { count, lines } = report
  const one = say('problems.newOne', { path: report.path })
  const many = say('problems.newMany', { count: String(count), path: report.path })
  run.publish([
    {
      kind: 'harness.item',
      payload: {
        kind: NEW_PROBLEMS,
        origin: 'tool',
        content: lines,
        visibility: 'compact',
        lifetime: 'session',
        placement: 'in-place',
        data: { said: [count === 1 ? one : many] },
      },
    },
  ])
  return true
}

function roundsSincePrompt(path: readonly DurableEvent[]): number {
  const from = path.findLastIndex(
    (event) => event.kind === 'message' && event.payload.message.role === 'user',
  )
  return path
    .slice(from + 1)
    .filter((event) => event.kind === 'harness.item' && event.payload.kind === NEW_PROBLEMS).length
}
