import { memo } from 'react'
import type { EventId } from '#shared/ids.ts'
import type { Block } from '../../../markdown/document.ts'
import { Blocks } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { AnswerActions } from '../branches/AnswerActions.tsx'
import { useChat } from '../chat-context.ts'

type PieceViewProps = { readonly blocks: readonly Block[]; readonly answer: EventId | null }

/** A piece of a long answer. It is drawn again only when one of its blocks is another. */
export const PieceView = memo(
  ({ blocks, answer }: PieceViewProps) => {
    const t = useText()
    const { toast } = useChat()
    return (
      <article aria-label={t('chat.assistant')} className="group/message grid grid-cols-[minmax(0,1fr)]">
        <Blocks blocks={blocks} />
        {answer === null || toast === null ? null : <AnswerActions eventId={answer} />}
      </article>
    )
  },
  ({ blocks: before, answer }, { blocks: after, answer: next }) =>
    answer === next &&
    before.length === after.length &&
    before.every((block, index) => block === after[index]),
)
PieceView.displayName = 'PieceView'
