import type { InboxItem } from '#shared/session/inbox.ts'
import { PlanEditor } from '../../../approvals/PlanEditor.tsx'
import { PlanProblem } from '../../../approvals/PlanProblem.tsx'
import { PlanShown } from '../../../approvals/PlanShown.tsx'
import { usePlanDraft } from '../../../approvals/use-plan-draft.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { Said } from './use-answers.ts'
import { useDoers } from './use-doers.ts'

type PlanAnswersProps = { readonly item: InboxItem; readonly onSay: (said: Said) => void }

const ONCE = { scope: 'once' } as const

/** A plan that waits for the person: read, changed, accepted, or sent back with a reason, as in its chat. */
export function PlanAnswers({ item, onSay }: PlanAnswersProps) {
  const t = useText()
  const doers = useDoers(item)
  const { fields, draft, setDraft, shown, editing, toggleEditing, reason, setReason, canAccept, amendment } =
    usePlanDraft(item.ask, doers)
  const accept = () => {
    const value = amendment()
    onSay({ outcome: 'approved', remember: ONCE, ...(value === undefined ? {} : { value }) })
  }
  const refuse = () => {
    const value = reason.trim()
    onSay({ outcome: 'denied', remember: ONCE, ...(value === '' ? {} : { value }) })
  }
  return (
    <div className="grid gap-3 text-sm">
      {editing ? (
        <PlanEditor {...{ fields, draft, doers }} onDraft={setDraft} />
      ) : (
        <>
          <PlanShown {...shown} />
          <PlanProblem {...{ draft, doers }} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={!canAccept} onClick={accept}>
          {t('chat.plan.accept')}
        </Button>
        <Button aria-expanded={editing} onClick={toggleEditing}>
          {t(editing ? 'chat.plan.edited' : 'chat.plan.edit')}
        </Button>
      </div>
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <Field label={t('chat.plan.reason')}>
            {(ids) => <TextInput {...ids} value={reason} maxLength={4_000} onText={setReason} />}
          </Field>
        </div>
        <Button look="danger" onClick={refuse}>
          {t('chat.plan.refuse')}
        </Button>
      </div>
    </div>
  )
}
