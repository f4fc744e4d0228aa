import { type FormEvent, type RefObject, useState } from 'react'
import type { InboxItem } from '#shared/session/inbox.ts'
import { useUnread } from '../../../approvals/unread.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ForeignText } from '../../../ui/ForeignText.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { PlanAnswers } from './PlanAnswers.tsx'
import type { Said } from './use-answers.ts'

type QuestionAnswersProps = {
  readonly item: InboxItem
  /** The card of the question. */
  readonly place: RefObject<HTMLElement | null>
  readonly onSay: (said: Said) => void
}

const ONCE = { scope: 'once' } as const

/** Shows the answers to an agent's question: a plan, a choice or free text. */
export function QuestionAnswers({ item, place, onSay }: QuestionAnswersProps) {
  const { ask } = item
  const t = useText()
  const [text, setText] = useState('')
  const isUnread = useUnread()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onSay({ outcome: 'answered', remember: ONCE, value: text.trim() })
  }
  if (ask.what === 'plan_approval') return <PlanAnswers {...{ item, place, onSay }} />
  return (
    <>
      {ask.choices === undefined ? null : (
        <div className="answers-guard flex flex-wrap gap-2">
          {ask.choices.map((choice) => (
            <Button
              key={choice}
              onClick={(event) =>
                isUnread(event) || onSay({ outcome: 'answered', remember: ONCE, value: choice })
              }
              className="h-auto min-h-(--h-control) whitespace-normal py-1 text-left"
            >
              <ForeignText text={choice} prose />
            </Button>
          ))}
        </div>
      )}
      <form onSubmit={submit} className="flex gap-2">
        <TextInput
          aria-label={t('chat.answer')}
          placeholder={ask.choices === undefined ? t('chat.answerHint') : t('chat.answerOther')}
          value={text}
          onText={setText}
          className="grow"
        />
        <Button type="submit" disabled={text.trim() === ''}>
          {t('chat.sendAnswer')}
        </Button>
      </form>
    </>
  )
}
