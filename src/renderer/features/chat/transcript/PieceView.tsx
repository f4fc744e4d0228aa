import { memo } from 'react'
import type { Block } from '../../../markdown/document.ts'
import { Blocks } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'

type PieceViewProps = { readonly blocks: readonly Block[] }

/** A piece of a long answer. It is drawn again only when one of its blocks is another. */
export const PieceView = memo(
  ({ blocks }: PieceViewProps) => {
    const t = useText()
    return (
      <article aria-label={t('chat.assistant')} className="grid grid-cols-[minmax(0,1fr)]">
        <Blocks blocks={blocks} />
      </article>
    )
  },
  ({ blocks: before }, { blocks: after }) =>
    before.length === after.length && before.every((block, index) => block === after[index]),
)
PieceView.displayName = 'PieceView'
