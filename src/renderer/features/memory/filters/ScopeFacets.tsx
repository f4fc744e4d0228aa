import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Facet } from './Facet.tsx'

type ScopeFacetsProps = {
  readonly app: AppStore
  /** Counts per scope; null when unknown. */
  readonly counts: {
    readonly user: number
    readonly projects: readonly { readonly id: string; readonly count: number }[]
  } | null
  readonly scope: MemoryScope | undefined
  readonly onScope: (scope: MemoryScope) => void
}

/** For all projects, or for one of them. */
export function ScopeFacets({ app, counts, scope, onScope }: ScopeFacetsProps) {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  return (
    <>
      <Facet
        icon="user"
        on={scope?.level === 'user'}
        count={counts?.user}
        onPick={() => onScope({ level: 'user' })}
      >
        {t('memory.scope.userLong')}
      </Facet>
      {counts?.projects.map(({ id, count }) => (
        <Facet
          key={id}
          icon="folder"
          on={scope?.level === 'project' && scope.id === id}
          count={count}
          onPick={() => onScope({ level: 'project', id: id as ProjectId })}
        >
          {projects.find((each) => each.id === id)?.name ?? t('memory.scope.gone')}
        </Facet>
      ))}
    </>
  )
}
