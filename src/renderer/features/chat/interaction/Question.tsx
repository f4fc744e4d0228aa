import { type FormEvent, useState } from 'react'
import type { Interaction } from '#shared/session/interaction.ts'
import { useUnread } from '../../../approvals/unread.ts'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ForeignText } from '../../../ui/ForeignText.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { type Ask, useAnswer } from './answering.ts'
import { useFocusBack } from './focus-back.ts'

/** Something the agent wants to know: a choice, or the person's own words. */
export function Question({ ask }: { ask: Ask }) {
  const { asked, by } = ask
  const t = useText()
  const reply = useAnswer(ask)
  const card = useFocusBack()
  const title = t('chat.question')
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
      <div className="grid max-h-[50vh] gap-2 overflow-y-auto px-3 pb-3">
        <Markdown text={asked.prompt} shown="foreign" />
        {reply.problem === null ? null : <p className="text-bad-fg text-xs">{reply.problem}</p>}
        <Answers asked={asked} reply={reply} />
      </div>
    </section>
  )
}

type Reply = { readonly reply: ReturnType<typeof useAnswer> }

function Answers({ asked, reply }: Reply & { asked: Interaction }) {
  const t = useText()
  const [text, setText] = useState('')
  const isUnread = useUnread()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') reply.answer('answered', 'once', text.trim())
  }
  return (
    <>
      {asked.choices === undefined ? null : (
        <div className="answers-guard flex flex-wrap gap-2">
          {asked.choices.map((choice) => (
            <Button
              key={choice}
              onClick={(event) => isUnread(event) || reply.answer('answered', 'once', choice)}
              className="h-auto min-h-(--h-control) whitespace-normal py-1 text-left"
            >
              <ForeignText text={choice} prose />
            </Button>
          ))}
        </div>
      )}
      <form onSubmit={submit} className="flex gap-2">
        <input
          aria-label={t('chat.answer')}
          placeholder={asked.choices === undefined ? t('chat.answerHint') : t('chat.answerOther')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-(--h-control) min-w-0 grow rounded-md bg-sunken px-2 inset-ring inset-ring-line-control"
        />
        <Button type="submit" disabled={text.trim() === ''}>
          {t('chat.sendAnswer')}
        </Button>
      </form>
    </>
  )
}
