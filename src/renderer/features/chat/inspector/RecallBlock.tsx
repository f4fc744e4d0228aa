import { useMemo } from 'react'
import { ITEM_FIELDS } from '#shared/context/item-fields.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useSession } from '../chat-context.ts'
import { LeftOut } from '../transcript/notes/LeftOut.tsx'
import { RecalledRow } from '../transcript/notes/RecalledRow.tsx'
import { Block } from './Block.tsx'

/** Shows the last recalled memories with score and reason. */
export function RecallBlock() {
  const t = useText()
  const path = useSession((state) => state.path)
  const { memories, left } = useMemo(() => {
    const newest = path.findLast(
      (event) => event.kind === 'harness.item' && event.payload.kind === 'memory-recall',
    )
    return newest?.kind === 'harness.item'
      ? {
          memories: ITEM_FIELDS.memories(newest.payload) ?? [],
          left: ITEM_FIELDS.leftOut(newest.payload) ?? [],
        }
      : { memories: [], left: [] }
  }, [path])
  if (memories.length === 0) return null
  return (
    <Block title={t('memory.recallTitle')} right={memories.length}>
      <ul aria-label={t('memory.recallTitle')}>
        {memories.map((memory) => (
          <RecalledRow key={memory.id} memory={memory} />
        ))}
        <LeftOut keys={left} />
      </ul>
    </Block>
  )
}
