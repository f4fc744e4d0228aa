import type { RefObject } from 'react'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { ANSWER_KEYS } from '../../../approvals/answer-keys.ts'
import { PlanEditor } from '../../../approvals/plans/PlanEditor.tsx'
import { PlanProblem } from '../../../approvals/plans/PlanProblem.tsx'
import { PlanShown } from '../../../approvals/plans/PlanShown.tsx'
import { usePlanDraft } from '../../../approvals/plans/use-plan-draft.ts'
import { useUnread } from '../../../approvals/unread.ts'
import { useAnswerKeys } from '../../../approvals/use-answer-keys.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { keyShortcut } from '../../../ui/base/command-key.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import type { Said } from './use-answers.ts'
import { useDoers } from './use-doers.ts'

type PlanAnswersProps = {
  readonly item: InboxItem
  /** The card of the plan, which hears the keys. */
  readonly place: RefObject<HTMLElement | null>
  readonly onSay: (said: Said) => void
}

const ONCE = { scope: 'once' } as const

/** A plan that waits for the person: read, changed, accepted, or sent back with a reason, as in its chat. */
export function PlanAnswers({ item, place, onSay }: PlanAnswersProps) {
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
  const isUnread = useUnread()
  useAnswerKeys({ place, answers: canAccept ? { once: accept, deny: refuse } : { deny: refuse } })
  return (
    <div className="grid gap-3 text-sm">
      {editing ? (
        <PlanEditor fields={fields} draft={draft} doers={doers} onDraft={setDraft} />
      ) : (
        <>
          <PlanShown {...shown} />
          <PlanProblem draft={draft} doers={doers} />
        </>
      )}
      <div className="answers-guard flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={!canAccept}
          aria-keyshortcuts={keyShortcut(ANSWER_KEYS.once)}
          onClick={(event) => isUnread(event) || accept()}
        >
          {t('chat.plan.accept')} <Kbd keys={ANSWER_KEYS.once} onInk />
        </Button>
        <Button aria-expanded={editing} onClick={toggleEditing}>
          {t(editing ? 'chat.plan.edited' : 'chat.plan.edit')}
        </Button>
      </div>
      <div className="answers-guard flex items-end gap-2">
        <div className="min-w-0 grow">
          <Field label={t('chat.plan.reason')}>
            {(ids) => <TextInput {...ids} value={reason} maxLength={4_000} onText={setReason} />}
          </Field>
        </div>
        <Button
          look="danger"
          aria-keyshortcuts={keyShortcut(ANSWER_KEYS.deny)}
          onClick={(event) => isUnread(event) || refuse()}
        >
          {t('chat.plan.refuse')} <Kbd keys={ANSWER_KEYS.deny} />
        </Button>
      </div>
    </div>
  )
}
