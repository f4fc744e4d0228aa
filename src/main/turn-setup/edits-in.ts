import type { RunHandle } from '../runs/run/run-handle.ts'
import type { EditCheck, MayEdit, ProjectChecks } from '../runs/turns/edit-check.ts'
import { judge } from '../tools/permission/judge.ts'
import type { Standing } from '../tools/tool.ts'
import type { SessionAgent } from './session-agents.ts'
import type { TurnCallsDeps } from './turn-calls.ts'

type Deps = Pick<TurnCallsDeps, 'standing'> & { readonly editCheck: ProjectChecks }

/** Returns the checks after the edits of a run, which may format what its agent may edit. */
export function editsIn({ editCheck, standing }: Deps, run: RunHandle, agent: SessionAgent): EditCheck {
  return {
    report: () => editCheck.report(run, mayEditIn(standing(run.sessionId, agent))),
    ended: editCheck.ended,
  }
}

/**
 * Returns whether an agent may edit a file as far as rules say, whatever the mode of its chat: what it edited was allowed
 * one by one there.
 */
const mayEditIn =
  (standing: readonly Standing[]): MayEdit =>
  (act) =>
    standing.every(
      (by) => judge({ ...by, mode: 'accept_edits', tool: 'edit', acts: [act] }).verdict === 'allow',
    )
