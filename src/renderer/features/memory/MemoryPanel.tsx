import type { MemoryId } from '#shared/ids.ts'
import type { MemoryItem } from '#shared/memory/memory.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { ContentBoundary } from '../../ui/text/ContentBoundary.tsx'
import { ForgetForm } from './items/ForgetForm.tsx'
import { ItemDetail } from './items/ItemDetail.tsx'
import { ItemForm } from './items/ItemForm.tsx'
import type { MemoryParts } from './memory-parts.ts'
import { PairsPanel } from './pairs/PairsPanel.tsx'
import { ProposalsPanel } from './proposals/ProposalsPanel.tsx'

/** One item whole, or the form that adds, changes, merges or forgets. */
export function MemoryPanel(parts: MemoryParts) {
  const t = useText()
  const { view, chosen, onView, onChoose, onPick } = parts
  const back = () => onView({ kind: 'item' })
  const saved = (id: MemoryId | null) => {
    onPick(new Set())
    if (id === null) back()
    else onChoose(id)
  }
  switch (view.kind) {
    case 'add':
      return <ItemForm key="add" {...parts} item={null} merging={null} onSaved={saved} onCancel={back} />
    case 'merge': {
      const ids = view.items.map(({ id }) => id)
      const item = mergedOf(view.items)
      return (
        <ItemForm key={ids.join()} {...parts} item={item} merging={ids} onSaved={saved} onCancel={back} />
      )
    }
    case 'pairs':
      return <PairsPanel {...parts} />
    case 'proposals':
      return <ProposalsPanel {...parts} />
    case 'forget':
      return <ForgetForm {...parts} onDone={back} />
    default:
      if (chosen === null) return <p className="text-fg-3 text-sm">{t('memory.pick')}</p>
      return <Chosen key={chosen} {...parts} id={chosen} onSaved={saved} onCancel={back} />
  }
}

/** Returns the initial form of a merge: the first item with the contents of all. */
function mergedOf(items: readonly MemoryItem[]): MemoryItem | null {
  const [first] = items
  if (first === undefined) return null
  const content = [...new Set(items.map((item) => item.content))].join('\n')
  return { ...first, content, tags: [...new Set(items.flatMap((item) => item.tags))] }
}

type ChosenProps = MemoryParts & {
  readonly id: MemoryId
  readonly onSaved: (id: MemoryId | null) => void
  readonly onCancel: () => void
}

function Chosen({ id, ...parts }: ChosenProps) {
  const { view } = parts
  const t = useText()
  const { data, problem, reload: again } = useQuery('memory.get', { id })
  // It was deleted, here or in another window: there is nothing wrong, and nothing to show.
  if (problem === 'memory.not_found') return <p className="text-fg-3 text-sm">{t('memory.pick')}</p>
  if (problem !== null) return <Failure message={problem} onRetry={again} />
  if (data === null) return <Placeholder rows={8} />
  if (view.kind === 'edit') return <ItemForm {...parts} item={data.item} merging={null} />
  const { key, content } = data.item
  return (
    <ContentBoundary source={() => `${key}\n${content}`}>
      <ItemDetail {...parts} detail={data} onChanged={again} />
    </ContentBoundary>
  )
}
