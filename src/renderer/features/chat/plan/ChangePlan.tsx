import { useState } from 'react'
import type { Plan } from '#shared/plan/plan.ts'
import { restOf } from '#shared/plan/plan-order.ts'
import { problemOf } from '../../../api.ts'
import { PlanEditor } from '../../../approvals/PlanEditor.tsx'
import { draftOf, planOf, unknownDoers } from '../../../approvals/plan-draft.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { useDoers } from './use-doers.ts'

type ChangePlanProps = { readonly plan: Plan; readonly onClose: () => void }

/** The steps of an accepted plan that are left to do, to be changed while the chat rests. */
export function ChangePlan({ plan, onClose }: ChangePlanProps) {
  const t = useText()
  const { api } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const doers = useDoers(true)
  // The plan as it was when the dialog opened: what main has meanwhile is compared there, by its id.
  const [{ planId, fixed, before }] = useState(() => begun(plan))
  const [draft, setDraft] = useState(before)
  const [problem, setProblem] = useState<string | null>(null)
  const changed = unknownDoers(draft, doers).length > 0 ? null : planOf(draft)
  const steps = changed?.steps.slice(fixed) ?? []
  const keep = () => {
    if (changed === null || sessionId === null) return
    api
      .call('plan.change', { sessionId, planId, goal: changed.goal, steps })
      .then(onClose, (error: unknown) => setProblem(problemOf(error).message))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('chat.plan.change')}
      hint={t('chat.plan.changeHint')}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-160"
    >
      <div className="grid min-h-0 gap-3 overflow-y-auto px-5 pb-3">
        <PlanEditor {...{ draft, doers, fixed }} onDraft={setDraft} />
        {problem === null ? null : <FieldError>{problem}</FieldError>}
      </div>
      <footer className="flex justify-end gap-2 border-line border-t px-5 py-3">
        <Button look="ghost" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button look="primary" disabled={steps.length === 0} onClick={keep}>
          {t('chat.plan.keep')}
        </Button>
      </footer>
    </Dialog>
  )
}

function begun(plan: Plan) {
  const { kept, left } = restOf(plan)
  const before = draftOf({ goal: plan.goal, steps: [...kept, ...left] })
  return { planId: plan.id, fixed: kept.length, before }
}
