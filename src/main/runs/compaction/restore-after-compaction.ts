import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { PlanId } from '#shared/ids.ts'
import type { Plan } from '#shared/plan/plan.ts'
import {
  filesAfter,
  filesItem,
  hasNewSnip,
  stepsLeftOut,
  unansweredCompact,
} from '../../context/branch/restored-parts.ts'
import type { CountText } from '../../context/budget/count-tokens.ts'
import { planItem } from '../../context/compaction/plan-item.ts'
import type { SessionLedger } from '../../tools/tool.ts'
import type { ToolCallDeps } from '../calls/calling.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'
import { createFileReread } from './file-reread.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  /** Returns what the model still reads of the branch, with some events before. */
  readonly path: () => readonly DurableEvent[]
  readonly whole: () => readonly DurableEvent[]
  readonly calls: ToolCallDeps
  readonly ledger: Pick<SessionLedger, 'keepOnly'>
  readonly countText: CountText
  /** True while nothing may be changed before the person has accepted a plan. */
  readonly inPlanMode: () => boolean
}

/**
 * Restores content for the agent after a compaction: its files as they are now, its plan and plan mode. A
 * plan snipped by the person is restored too. The content is stored just before the next request and not with
 * the compaction, which can then be undone until a run continues from it.
 */
export function createRestoreAfterCompaction({
  log,
  path,
  whole,
  calls,
  ledger,
  countText,
  inPlanMode,
}: Deps) {
  const planNow = (run: RunHandle, summary: string | null): HarnessItem | null => {
    const { plans } = log.folds(run.sessionId)
    return planItem({
      plans,
      inPlanMode: inPlanMode(),
      stepIndex: stepOf(plans, run.record().planId),
      summary,
    })
  }

  return {
    /** The tokens of the branch before a compaction for which something is owed; null where there is none. */
    owedSince: (): number | null => unansweredCompact(path())?.payload.tokensBefore ?? null,
    /** True while the agent may count files as read that it sees no longer. */
    mayForget: (): boolean => hasNewSnip(path()),
    /** True while the agent has steps to do that only stand in what the person has left out. */
    owesPlan: (run: RunHandle): boolean => stepsLeftOut(path()) && planNow(run, null) !== null,
    /** Tells the agent its steps as they stand now. */
    tellPlan: (run: RunHandle): void => {
      const payload = planNow(run, null)
      if (payload !== null) run.publish([{ kind: 'harness.item', payload }])
    },
    /** Forgets reads that the person snipped: those files must be read again before a change. */
    forget: async (run: RunHandle): Promise<void> => {
      const again = createFileReread(calls, run)
      if (again.canRead) ledger.keepOnly(await again.placesOf(filesAfter(whole()).inSight))
    },
    /** Gives what fits into so many tokens. */
    give: async (run: RunHandle, room: number): Promise<void> => {
      const now = path()
      const compact = unansweredCompact(now)
      if (compact === null) return
      const { summary } = compact.payload
      const plan = planNow(run, summary)
      const again = createFileReread(calls, run)
      const { inSight, gone } = filesAfter(whole())
      // A file the agent no longer sees must be read or restored before a change.
      if (again.canRead) ledger.keepOnly(await again.placesOf(inSight))
      const left = room - (plan === null ? 0 : countText(plan.content))
      const files = await again.read(gone, left, countText)
      const items = [...(files.length === 0 ? [] : [filesItem(files)]), ...(plan === null ? [] : [plan])]
      if (items.length === 0) return
      run.publish(items.map((payload): NewDurableEvent => ({ kind: 'harness.item', payload })))
    },
  }
}

/** The step a chat carries out itself, in a run that does one of a plan. */
function stepOf(plans: Readonly<Record<string, Plan>>, planId: PlanId | undefined): number | undefined {
  const steps = planId === undefined ? [] : (plans[planId]?.steps ?? [])
  return steps.find(({ status, agentId }) => status === 'running' && agentId === undefined)?.index
}

export type RestoreAfterCompaction = ReturnType<typeof createRestoreAfterCompaction>
