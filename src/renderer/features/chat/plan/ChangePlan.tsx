import { useRef, useState } from 'react'
import type { Plan } from '#shared/plan/plan.ts'
import { isSettled } from '#shared/plan/plan-order.ts'
import { currentPlan } from '#shared/plan/plan-progress.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { problemOf } from '../../../api.ts'
import { PlanEditor } from '../../../approvals/plans/PlanEditor.tsx'
import {
  changeOf,
  draftOfPlan,
  type Settled,
  unknownDoers,
  withSettled,
} from '../../../approvals/plans/plan-draft.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { useDoers } from './use-doers.ts'

type ChangePlanProps = { readonly plan: Plan; readonly onClose: () => void }

/** The steps of an accepted plan that are left to do, to be changed while it rests and while it is carried out. */
export function ChangePlan({ plan, onClose }: ChangePlanProps) {
  const t = useText()
  const { api } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const atWork = useSession((state) => Object.values(state.folds.runs).some((run) => !isTerminal(run.status)))
  const followed = useSession((state) => currentPlan(state.folds.plans))
  const doers = useDoers(true)
  const fields = useRef<HTMLDivElement>(null)
  // The plan at the time of opening. Its steps continue meanwhile, and others may change it.
  const [before, setBefore] = useState(plan)
  const [edited, setEdited] = useState(() => draftOfPlan(plan))
  const [problem, setProblem] = useState<string | null>(null)
  const isOther = followed === null || followed.id !== before.id || followed.revision !== before.revision
  const now = isOther ? before : followed
  const settled = settledIn(now, atWork)
  const draft = withSettled(edited, now, settled)
  const changed = isOther || unknownDoers(draft, doers).length > 0 ? null : changeOf(draft, now)
  const keep = () => {
    if (changed === null || sessionId === null) return
    const { id: planId, revision = 0 } = now
    api
      .command('plan.change', { sessionId, planId, revision, ...changed })
      .then(onClose, (error: unknown) => setProblem(problemOf(error).message))
  }
  const lookAgain = (other: Plan) => {
    setBefore(other)
    setEdited(draftOfPlan(other))
    setProblem(null)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('chat.plan.change')}
      hint={t(atWork ? 'chat.plan.changeAtWork' : 'chat.plan.changeHint')}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-160"
    >
      <div className="grid min-h-0 gap-3 overflow-y-auto px-5 pb-3">
        <PlanEditor fields={fields} draft={draft} doers={doers} settled={settled} onDraft={setEdited} />
        {problem === null || isOther ? null : <FieldError>{problem}</FieldError>}
        {isOther ? <OtherPlan followed={followed} lookAgain={lookAgain} /> : null}
      </div>
      <footer className="flex justify-end gap-2 border-line border-t px-5 py-3">
        <Button look="ghost" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button look="primary" disabled={changed === null} onClick={keep}>
          {t('chat.plan.keep')}
        </Button>
      </footer>
    </Dialog>
  )
}

type OtherPlanProps = { readonly followed: Plan | null; readonly lookAgain: (plan: Plan) => void }

/** Shows that the plan was changed or completed meanwhile; the edits stay readable. */
function OtherPlan({ followed, lookAgain }: OtherPlanProps) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FieldError>{t('chat.plan.changedElsewhere')}</FieldError>
      {followed === null ? null : (
        <Button size="small" onClick={() => lookAgain(followed)}>
          {t('chat.plan.lookAgain')}
        </Button>
      )}
    </div>
  )
}

function settledIn({ steps }: Plan, atWork: boolean): Settled {
  return new Map(
    steps.flatMap((step) => (isSettled(step, { atWork }) ? [[step.index, step.status] as const] : [])),
  )
}
