import { memo } from 'react'
import type { EventId } from '#shared/ids.ts'
import type { Block } from '../../../markdown/document.ts'
import { Blocks } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { AnswerActions } from '../branches/AnswerActions.tsx'
import { LeadPicker } from '../branches/LeadPicker.tsx'
import { useChat } from '../chat-context.ts'

type PieceViewProps = {
  readonly blocks: readonly Block[]
  readonly answer: EventId | null
  readonly leads: EventId | null
}

/** A piece of a long answer. It is drawn again only when one of its blocks is another. */
export const PieceView = memo(
  ({ blocks, answer, leads }: PieceViewProps) => {
    const t = useText()
    const { toast } = useChat()
    return (
      <article aria-label={t('chat.assistant')} className="group/message grid grid-cols-[minmax(0,1fr)]">
        <Blocks blocks={blocks} />
        {answer === null || toast === null ? null : <AnswerActions eventId={answer} />}
        {leads === null ? null : <LeadPicker at={[leads]} />}
      </article>
    )
  },
  ({ blocks: before, ...props }, { blocks: after, ...next }) =>
    props.answer === next.answer &&
    props.leads === next.leads &&
    before.length === after.length &&
    before.every((block, index) => block === after[index]),
)
PieceView.displayName = 'PieceView'
