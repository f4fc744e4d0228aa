import { isSeveral } from '#shared/session/interactions/question-words.ts'
import { QuestionForm } from '../../../approvals/QuestionForm.tsx'
import { ServerFormView } from '../../../approvals/ServerFormView.tsx'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useChat } from '../chat-context.ts'
import { type Ask, useAnswer } from './answering.ts'
import { useFocusBack } from './focus-back.ts'

/** Something the agent wants to know: choices, or the person's own words. */
export function Question({ ask }: { ask: Ask }) {
  const { asked, by } = ask
  const t = useText()
  const { api, app } = useChat()
  const reply = useAnswer(ask)
  const card = useFocusBack()
  const title = t(isSeveral(asked) ? 'chat.questions' : 'chat.question')
  return (
    <section
      ref={card}
      aria-label={title}
      className="overflow-hidden rounded-lg border border-warn-line bg-raised shadow-card"
    >
      <header className="flex h-9 items-center gap-2 px-3">
        <Mark state="wait" />
        <strong className="font-semibold">{title}</strong>
        {by === null ? null : (
          <span className="truncate text-fg-2">
            <ForeignText text={by} prose />
          </span>
        )}
      </header>
      <div className="grid max-h-[60vh] gap-2 overflow-y-auto px-3 pb-3">
        {isSeveral(asked) ? null : <Markdown text={asked.prompt} shown="foreign" />}
        {reply.problem === null ? null : <p className="text-bad-fg text-xs">{reply.problem}</p>}
        {asked.form === undefined ? (
          <QuestionForm asked={asked} onAnswer={(value) => reply.answer('answered', 'once', value)} />
        ) : (
          <ServerFormView
            form={asked.form}
            onAnswer={(value) => reply.answer('answered', 'once', value)}
            onDecline={() => reply.answer('denied', 'once')}
            onOpen={(url) => app.attempt(api.command('app.openLink', { url }))}
          />
        )}
      </div>
    </section>
  )
}
