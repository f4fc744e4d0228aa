import { useStore } from 'zustand'
import type { AgentId, ProjectId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'
import { useFailureNotice } from '../../data/use-failure-notice.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import type { IconName } from '../../ui/base/icon-shapes.tsx'
import { Select, type SelectOption } from '../../ui/controls/Select.tsx'
import { type Filters, NO_FILTERS, SPANS, type TimeSpan } from './use-search.ts'

/** A list cannot hold an empty value; this one means all. */
const ANY = '*'

type FilterRowProps = {
  readonly api: Data
  readonly app: AppStore
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

/** Narrows a search to a project, an agent, a time. */
export function FilterRow({ app, filters, onChange }: FilterRowProps) {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const agents = useAgents(app)
  const change = (next: Partial<Filters>) => {
    const all = { ...filters, ...next }
    onChange(all.projectId === null && all.agentId === null && all.span === null ? NO_FILTERS : all)
  }
  const spans = Object.keys(SPANS) as TimeSpan[]
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-line border-b px-3 py-1.5">
      <Filter
        icon="folder"
        label={t('search.project')}
        any={t('search.anyProject')}
        value={filters.projectId}
        options={projects.map((project) => ({ value: project.id, label: project.name }))}
        onChange={(value) => change({ projectId: value as ProjectId | null })}
      />
      <Filter
        icon="agents"
        label={t('search.agent')}
        any={t('search.anyAgent')}
        value={filters.agentId}
        options={agents}
        onChange={(value) => change({ agentId: value as AgentId | null })}
      />
      <Filter
        icon="clock"
        label={t('search.date')}
        any={t('search.anyDate')}
        value={filters.span}
        options={spans.map((span) => ({ value: span, label: t(`search.${span}`) }))}
        onChange={(value) => change({ span: value as TimeSpan | null })}
      />
    </div>
  )
}

type FilterProps = {
  readonly icon: IconName
  readonly label: string
  readonly any: string
  readonly value: string | null
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string | null) => void
}

function Filter({ icon, label, any, value, options, onChange }: FilterProps) {
  return (
    <Select
      look="pick"
      icon={icon}
      label={label}
      value={value ?? ANY}
      groups={[{ title: null, options: [{ value: ANY, label: any }, ...options] }]}
      onChange={(next) => onChange(next === ANY ? null : next)}
      className={value === null ? 'max-w-48' : 'max-w-48 bg-select text-fg'}
    />
  )
}

/** The agents a person can talk to in the open project. */
function useAgents(app: AppStore): readonly SelectOption[] {
  const projectId = useStore(app.store, (state) => state.openProject)
  const listed = useQuery('agents.list', { projectId })
  useFailureNotice(app, listed)
  const shown = listed.data?.agents.filter(({ mode }) => mode !== 'hidden') ?? []
  return shown.map(({ id, name }) => ({ value: id, label: name }))
}
