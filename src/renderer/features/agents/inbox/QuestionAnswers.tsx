import type { RefObject } from 'react'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { QuestionForm } from '../../../approvals/QuestionForm.tsx'
import { ServerFormView } from '../../../approvals/ServerFormView.tsx'
import { useAgents } from '../agents-context.ts'
import { PlanAnswers } from './PlanAnswers.tsx'
import type { Said } from './use-answers.ts'

type QuestionAnswersProps = {
  readonly item: InboxItem
  /** The card of the question. */
  readonly place: RefObject<HTMLElement | null>
  readonly onSay: (said: Said) => void
}

const ONCE = { scope: 'once' } as const

/** Shows the answers to an agent's question: a plan, choices or free text. */
export function QuestionAnswers({ item, place, onSay }: QuestionAnswersProps) {
  const { api, app } = useAgents()
  const { ask } = item
  if (ask.what === 'plan_approval') return <PlanAnswers item={item} place={place} onSay={onSay} />
  if (ask.form !== undefined) {
    return (
      <ServerFormView
        form={ask.form}
        onAnswer={(value) => onSay({ outcome: 'answered', remember: ONCE, value })}
        onDecline={() => onSay({ outcome: 'denied', remember: ONCE })}
        onOpen={(url) => app.attempt(api.command('app.openLink', { url }))}
      />
    )
  }
  return (
    <QuestionForm asked={ask} onAnswer={(value) => onSay({ outcome: 'answered', remember: ONCE, value })} />
  )
}
