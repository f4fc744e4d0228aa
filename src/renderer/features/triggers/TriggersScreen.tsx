import { useState } from 'react'
import { useStore } from 'zustand'
import type { TriggerId } from '#shared/ids.ts'
import type { TriggerFiring, TriggerListing } from '#shared/trigger/trigger.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { PullWatchList } from '../../pulls/PullWatchList.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'
import { DetailPanes } from '../../ui/panes/DetailPanes.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { FiringList } from './FiringList.tsx'
import { KeepRunningQuestion } from './KeepRunningQuestion.tsx'
import { TriggerForm } from './TriggerForm.tsx'
import { TriggersHead } from './TriggersHead.tsx'
import { TriggerTable } from './TriggerTable.tsx'
import { type ProjectProps, type TriggerActs, type TriggersProps, useActs } from './use-acts.ts'

/** The triggers of the open project: the list, their runs, and one of them in a form. */
export function TriggersScreen(props: TriggersProps) {
  const t = useText()
  const projectId = useStore(props.app.store, (state) => state.openProject)
  if (projectId !== null) return <ProjectTriggers key={projectId} {...props} projectId={projectId} />
  return (
    <EmptyState icon="clock" title={t('triggers.noProject')}>
      {t('triggers.noProjectWhy')}
    </EmptyState>
  )
}

/** The rows that the list of recent runs holds. */
const MOST_RECENT = 100
const NONE: readonly TriggerListing[] = []
const NO_FIRINGS: readonly TriggerFiring[] = []

function useTriggers({ projectId }: ProjectProps) {
  const newest = { projectId, limit: MOST_RECENT }
  return {
    list: useQuery('trigger.list', { projectId }),
    recent: useQuery('trigger.recent', newest),
  }
}

function ProjectTriggers(props: ProjectProps) {
  const t = useText()
  const { app, api, projectId } = props
  const { list, recent } = useTriggers(props)
  const [open, setOpen] = useState<TriggerId | 'new' | null>(null)
  const project = useStore(app.store, (state) => state.projects.find(({ id }) => id === projectId) ?? null)
  const listings = list.data ?? NONE
  const selected = listings.find(({ trigger }) => trigger.id === open) ?? null
  const isLocked = project !== null && project.trusted !== true && project.carriesCode
  const acts = useActs(props, setOpen)
  return (
    <section aria-label={t('shell.triggers')} className="flex min-h-0 min-w-0 flex-col">
      <TriggersHead
        listings={listings}
        onAdd={() => setOpen('new')}
        onBack={() => app.show('workflows')}
        onPauseAll={() => acts.pauseAll(listings)}
      />
      {isLocked ? <Banner look="warn">{t('triggers.untrusted')}</Banner> : null}
      {listings.some(({ trigger }) => trigger.enabled) ? <KeepRunningQuestion app={app} /> : null}
      {list.problem === null ? null : <Failure message={list.problem} onRetry={list.reload} />}
      <PullWatchList api={api} app={app} projectId={projectId} />
      <div className="grid min-h-0 min-w-0 flex-1">
        <DetailPanes
          name="triggers"
          panes={[
            {
              id: 'list',
              label: t('shell.triggers'),
              min: 420,
              content: (
                <List
                  isWaiting={list.data === null && list.problem === null}
                  listings={listings}
                  recent={recent.data ?? NO_FIRINGS}
                  open={open}
                  onOpen={setOpen}
                  acts={acts}
                  onOpenRun={(firing) => props.onOpenRun(firing, projectId)}
                />
              ),
            },
          ]}
          detail={{
            label: t('triggers.detail'),
            open: open === 'new' || selected !== null,
            onClose: () => setOpen(null),
            content:
              open === 'new' || selected !== null ? (
                <TriggerForm
                  key={selected?.trigger.id ?? 'new'}
                  api={api}
                  app={app}
                  toast={props.toast}
                  projectId={projectId}
                  listing={open === 'new' ? null : selected}
                  onSaved={(id) => setOpen(id)}
                  onRun={acts.run}
                  onDelete={acts.remove}
                  onOpenRun={(firing) => props.onOpenRun(firing, projectId)}
                />
              ) : (
                <p className="p-4 text-fg-3 text-sm">{t('triggers.about')}</p>
              ),
          }}
        />
      </div>
    </section>
  )
}

type ListProps = {
  readonly isWaiting: boolean
  readonly listings: readonly TriggerListing[]
  readonly recent: readonly TriggerFiring[]
  readonly open: TriggerId | 'new' | null
  readonly onOpen: (id: TriggerId | 'new') => void
  readonly acts: TriggerActs
  readonly onOpenRun: (firing: TriggerFiring) => void
}

function List({ isWaiting, listings, recent, open, onOpen, acts, onOpenRun }: ListProps) {
  const t = useText()
  if (isWaiting) {
    return (
      <div className="p-4">
        <Placeholder rows={6} rowHeight={48} />
      </div>
    )
  }
  if (listings.length === 0) {
    return (
      <EmptyState
        icon="clock"
        title={t('triggers.empty')}
        action={
          <Button look="primary" onClick={() => onOpen('new')}>
            {t('triggers.add')}
          </Button>
        }
      >
        {t('triggers.emptyWhy')}
      </EmptyState>
    )
  }
  const names = new Map(listings.map(({ trigger }) => [trigger.id, trigger.name]))
  return (
    <div className="h-full min-h-0 overflow-y-auto">
      <TriggerTable listings={listings} open={open} onOpen={onOpen} acts={acts} />
      <FiringList title={t('triggers.recent')} firings={recent} names={names} onOpenRun={onOpenRun} />
    </div>
  )
}
