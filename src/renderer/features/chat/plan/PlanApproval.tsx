import { type KeyboardEvent, type MouseEvent, type RefObject, useId } from 'react'
import { ANSWER_KEYS } from '../../../approvals/answer-keys.ts'
import { PlanEditor } from '../../../approvals/plans/PlanEditor.tsx'
import { PlanProblem } from '../../../approvals/plans/PlanProblem.tsx'
import { PlanShown } from '../../../approvals/plans/PlanShown.tsx'
import { usePlanDraft } from '../../../approvals/plans/use-plan-draft.ts'
import { useUnread } from '../../../approvals/unread.ts'
import { useAnswerKeys } from '../../../approvals/use-answer-keys.ts'
import { WaitingClock } from '../../../approvals/WaitingClock.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { keyShortcut } from '../../../ui/base/command-key.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { focusComposer } from '../composer/composer-focus.ts'
import { type Ask, useAnswer } from '../interaction/answering.ts'
import { useFocusBack } from '../interaction/focus-back.ts'
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
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // A menu over the request has taken the key, and gives the focus back by its own means.
    if (!event.isDefaultPrevented()) focusComposer()
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
          {by === null ? null : (
            <b className="font-medium text-fg">
              <ForeignText text={by} prose />{' '}
            </b>
          )}
          {t('chat.planQuestion')}
        </span>
        <span className="grow" />
        <WaitingClock since={asked.askedAt} />
      </header>
      <div className="grid max-h-[50vh] gap-3 overflow-y-auto px-3 pb-3">
        {answers.editing ? (
          <PlanEditor fields={fields} draft={draft} doers={doers} onDraft={setDraft} />
        ) : (
          <>
            <PlanShown {...shown} />
            <PlanProblem draft={draft} doers={doers} />
          </>
        )}
        {reply.problem === null ? null : <p className="text-bad-fg text-xs">{reply.problem}</p>}
      </div>
      <PlanAnswers
        {...answers}
        place={card}
        onAccept={() => reply.answer('approved', 'once', amendment())}
        onRefuse={(said) => reply.answer('denied', 'once', said === '' ? undefined : said)}
      />
    </section>
  )
}

type PlanAnswersProps = {
  /** The card, which hears the keys. */
  readonly place: RefObject<HTMLElement | null>
  readonly editing: boolean
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly canAccept: boolean
  readonly toggleEditing: () => void
  readonly onAccept: () => void
  readonly onRefuse: (why: string) => void
}

function PlanAnswers(props: PlanAnswersProps) {
  const { place, editing, reason, setReason, canAccept, toggleEditing, onAccept, onRefuse } = props
  const t = useText()
  const isUnread = useUnread()
  const accept = (event: MouseEvent) => {
    if (!isUnread(event)) onAccept()
  }
  const deny = () => onRefuse(reason.trim())
  useAnswerKeys({ place, answers: canAccept ? { once: onAccept, deny } : { deny } })
  return (
    <footer className="answers-guard grid gap-3 border-line border-t p-3">
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={!canAccept}
          aria-keyshortcuts={keyShortcut(ANSWER_KEYS.once)}
          onClick={accept}
        >
          {t('chat.plan.accept')} <Kbd keys={ANSWER_KEYS.once} onInk />
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
        <Button
          look="danger"
          aria-keyshortcuts={keyShortcut(ANSWER_KEYS.deny)}
          onClick={(event) => isUnread(event) || deny()}
        >
          {t('chat.plan.refuse')} <Kbd keys={ANSWER_KEYS.deny} />
        </Button>
      </div>
    </footer>
  )
}
