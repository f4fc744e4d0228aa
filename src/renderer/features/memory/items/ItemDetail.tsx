import { useStore } from 'zustand'
import type { MemoryDetail } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { breakable } from '../../../ui/text/breakable.tsx'
import { ScopeChip } from '../filters/ScopeChip.tsx'
import { Tags } from '../filters/Tags.tsx'
import type { MemoryParts } from '../memory-parts.ts'
import { PairsOf } from '../pairs/PairsOf.tsx'
import { Section } from '../Section.tsx'
import { ItemHistory } from './ItemHistory.tsx'
import { ItemUses } from './ItemUses.tsx'
import { Moves } from './MoveMenu.tsx'
import { WithCode } from './WithCode.tsx'

type ItemDetailProps = MemoryParts & { readonly detail: MemoryDetail; readonly onChanged: () => void }

/** One item: its words, where it came from, where it went, and what a model sees of it. */
export function ItemDetail(props: ItemDetailProps) {
  const { detail, acts, app, onView, onChoose } = props
  const t = useText()
  const { item, shown } = detail
  const projects = useStore(app.store, (state) => state.projects)
  const { scope } = item
  const project = projects.find(({ id }) => scope.level === 'project' && id === scope.id) ?? null
  const remove = () => {
    acts.bulk([item.id], { act: 'remove' })
    onChoose(null)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="line-clamp-3 min-w-0 break-words font-semibold text-lg tracking-tight">{item.key}</h2>
        <ScopeChip scope={item.scope} project={project} />
        <div className="ml-auto flex flex-wrap gap-2">
          <Button size="small" icon="edit" onClick={() => onView({ kind: 'edit' })}>
            {t('memory.edit')}
          </Button>
          <Moves app={app} from={item.scope} onMove={(to) => acts.bulk([item.id], { act: 'move', to })} />
          <Button size="small" look="danger" icon="trash" onClick={remove}>
            {t('memory.delete')}
          </Button>
        </div>
      </header>
      <div className="grid gap-2 rounded-md border border-line-strong bg-raised px-4 py-3 shadow-card">
        <p className="whitespace-pre-wrap break-words">
          <WithCode text={item.content} />
        </p>
        <Tags tags={item.tags} />
      </div>
      <PairsOf {...props} item={item} />
      <ItemHistory {...props} />
      <ItemUses {...props} />
      <Section title={t('memory.seen')} hint={t('memory.seenHint', { count: shown.tokens })}>
        <pre className="whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-3 py-2 plain-code text-sm/(--code-line)">
          {breakable(shown.text)}
        </pre>
      </Section>
    </div>
  )
}
