import { type KeyboardEvent, type MouseEvent, useId } from 'react'
import { PlanEditor } from '../../../approvals/PlanEditor.tsx'
import { PlanProblem } from '../../../approvals/PlanProblem.tsx'
import { PlanShown } from '../../../approvals/PlanShown.tsx'
import { useUnread } from '../../../approvals/unread.ts'
import { usePlanDraft } from '../../../approvals/use-plan-draft.ts'
import { WaitingClock } from '../../../approvals/WaitingClock.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { focusComposer } from '../composer/composer-focus.ts'
import { type Ask, useAnswer } from '../interaction/answering.ts'
import { useFocusBack } from '../interaction/focus-back.ts'
import { useFocusWhenFree } from '../interaction/focus-when-free.ts'
import { useDoers } from './use-doers.ts'

/** A plan an agent puts to the person, who can change every word of it before it is accepted. */
export function PlanApproval({ ask }: { ask: Ask }) {
  const t = useText()
  const what = useId()
  const { asked, by } = ask
  const reply = useAnswer(ask)
  const doers = useDoers(by === null)
  const card = useFocusBack()
  const { fields, draft, setDraft, shown, amendment, ...answers } = usePlanDraft(asked, doers)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) focusComposer()
  }
  return (
    <section
      ref={card}
      role="alertdialog"
      onKeyDown={onKeyDown}
      aria-label={t('chat.approval')}
      aria-describedby={what}
      className="overflow-hidden rounded-lg border border-warn-line bg-raised shadow-card"
    >
      <header className="flex h-9 items-center gap-2 px-3">
        <Mark state="wait" />
        <strong className="whitespace-nowrap font-semibold">{t('chat.approval')}</strong>
        <span id={what} className="min-w-0 truncate text-fg-2">
          {by === null ? null : <b className="font-medium text-fg">{by} </b>}
          {t('chat.planQuestion')}
        </span>
        <span className="grow" />
        <WaitingClock since={asked.askedAt} />
      </header>
      <div className="grid max-h-[50vh] gap-3 overflow-y-auto px-3 pb-3">
        {answers.editing ? (
          <PlanEditor {...{ fields, draft, doers }} onDraft={setDraft} />
        ) : (
          <>
            <PlanShown {...shown} />
            <PlanProblem {...{ draft, doers }} />
          </>
        )}
        {reply.problem === null ? null : <p className="text-bad-fg text-xs">{reply.problem}</p>}
      </div>
      <PlanAnswers
        {...answers}
        onAccept={() => reply.answer('approved', 'once', amendment())}
        onRefuse={(said) => reply.answer('denied', 'once', said === '' ? undefined : said)}
      />
    </section>
  )
}

type PlanAnswersProps = {
  readonly editing: boolean
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly canAccept: boolean
  readonly toggleEditing: () => void
  readonly onAccept: () => void
  readonly onRefuse: (why: string) => void
}

function PlanAnswers({ editing, reason, setReason, canAccept, toggleEditing, ...on }: PlanAnswersProps) {
  const { onAccept, onRefuse } = on
  const t = useText()
  const first = useFocusWhenFree()
  const isUnread = useUnread()
  const accept = (event: MouseEvent) => {
    if (!isUnread(event)) onAccept()
  }
  return (
    <footer className="grid gap-3 border-line border-t p-3">
      <div className="flex flex-wrap gap-2">
        <Button ref={first} look="primary" disabled={!canAccept} onClick={accept}>
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
        <Button look="danger" onClick={() => onRefuse(reason.trim())}>
          {t('chat.plan.refuse')}
        </Button>
      </div>
    </footer>
  )
}
