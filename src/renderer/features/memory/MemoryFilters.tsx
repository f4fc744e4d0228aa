import { useStore } from 'zustand'
import type { MemoryAuthor, MemoryFilter, MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-shapes.tsx'
import { useRoving } from '../../ui/roving.ts'
import type { MemoryListState } from './use-memory-list.ts'

type MemoryFiltersProps = { readonly app: AppStore; readonly state: MemoryListState }

const AUTHOR_ICONS: Readonly<Record<MemoryAuthor, IconName>> = {
  person: 'user',
  agent: 'agents',
  import: 'folder',
}

/** What the list can be narrowed by, with how many there are of each. */
export function MemoryFilters({ app, state }: MemoryFiltersProps) {
  const t = useText()
  const projects = useStore(app.store, (each) => each.projects)
  const { filter, setFilter } = state
  const facets = state.facets.data
  const { scope: _scope, ...others } = filter
  const inScope = (scope: MemoryScope | null) => setFilter(scope === null ? others : { ...others, scope })
  const toggle = (part: MemoryFilter) => setFilter(toggled(filter, part))
  const projectName = (id: string) => projects.find((each) => each.id === id)?.name ?? t('memory.scope.gone')
  return (
    <aside aria-label={t('memory.filters')} data-pane className="pane flex h-full flex-col bg-side">
      <div className="min-h-0 flex-1 overflow-auto p-2">
        <Facets label={t('memory.scope')} titled={false}>
          <Facet icon="list" on={filter.scope === undefined} count={facets?.all} onPick={() => inScope(null)}>
            {t('memory.scope.all')}
          </Facet>
          <Facet
            icon="user"
            on={filter.scope?.level === 'user'}
            count={facets?.user}
            onPick={() => inScope({ level: 'user' })}
          >
            {t('memory.scope.userLong')}
          </Facet>
          {facets?.projects.map(({ id, count }) => (
            <Facet
              key={id}
              icon="folder"
              on={filter.scope?.level === 'project' && filter.scope.id === id}
              count={count}
              onPick={() => inScope({ level: 'project', id })}
            >
              {projectName(id)}
            </Facet>
          ))}
        </Facets>
        {facets === null || facets.all === 0 ? null : (
          <>
            <Facets label={t('memory.author')}>
              {facets.authors.map(({ author, count }) => (
                <Facet
                  key={author}
                  icon={AUTHOR_ICONS[author]}
                  on={filter.author === author}
                  count={count}
                  onPick={() => toggle({ author })}
                >
                  {t(`memory.author.${author}`)}
                </Facet>
              ))}
            </Facets>
            <Facets label={t('memory.age')}>
              {([7, 30] as const).map((days) => (
                <Facet
                  key={days}
                  icon="clock"
                  on={filter.withinDays === days}
                  onPick={() => toggle({ withinDays: days })}
                >
                  {t(`memory.age.${days}`)}
                </Facet>
              ))}
            </Facets>
            <Facets label={t('memory.look')}>
              <Facet
                icon="alert"
                on={filter.contradicting === true}
                count={facets.contradicting}
                onPick={() => toggle({ contradicting: true })}
              >
                {t('memory.contradicting')}
              </Facet>
              <Facet
                icon="clock"
                on={filter.unusedDays === 90}
                count={facets.unused}
                onPick={() => toggle({ unusedDays: 90 })}
              >
                {t('memory.unused')}
              </Facet>
            </Facets>
            {facets.tags.length === 0 ? null : (
              <Facets label={t('memory.tagged')}>
                {facets.tags.map(({ tag, count }) => (
                  <Facet key={tag} on={filter.tag === tag} count={count} onPick={() => toggle({ tag })}>
                    {tag}
                  </Facet>
                ))}
              </Facets>
            )}
          </>
        )}
      </div>
      <p className="border-line border-t px-4 py-3 text-fg-3 text-xs">{t('memory.local')}</p>
    </aside>
  )
}

/** Chosen again, a part of the filter is given up. */
function toggled(filter: MemoryFilter, part: MemoryFilter): MemoryFilter {
  const [name, value] = Object.entries(part)[0] ?? []
  if (name === undefined) return filter
  const { [name as keyof MemoryFilter]: old, ...others } = filter
  return old === value ? others : { ...others, ...part }
}

type FacetsProps = { readonly label: string; readonly titled?: boolean; readonly children: React.ReactNode }

function Facets({ label, titled = true, children }: FacetsProps) {
  const keys = useRoving('[role="option"]')
  return (
    <>
      {titled ? <h3 className="px-2 pt-3 pb-1 font-medium text-fg-3 text-xs">{label}</h3> : null}
      <div role="listbox" aria-label={label} onKeyDown={keys} tabIndex={-1}>
        {children}
      </div>
    </>
  )
}

type FacetProps = {
  readonly icon?: IconName
  readonly on: boolean
  readonly count?: number | undefined
  readonly onPick: () => void
  readonly children: string
}

function Facet({ icon, on, count, onPick, children }: FacetProps) {
  return (
    <button
      type="button"
      role="option"
      aria-selected={on}
      onClick={onPick}
      className={classNames(
        'flex min-h-(--h-row) w-full items-center gap-2 rounded-sm px-2 text-left text-fg-2 text-sm',
        'hover:bg-hover aria-selected:bg-select aria-selected:text-fg',
      )}
    >
      {icon === undefined ? null : <Icon name={icon} size="s" className="text-fg-3" />}
      <span className="min-w-0 truncate">{children}</span>
      <span className="figures ml-auto pl-1 text-fg-3 text-xs">{count}</span>
    </button>
  )
}
