import { useState } from 'react'
import { useStore } from 'zustand'
import type { AttemptCheck } from '#shared/attempts/attempt-events.ts'
import type { AttemptSetListing, AttemptSetView } from '#shared/attempts/attempts.ts'
import { MOST_ATTEMPTS } from '#shared/attempts/letters.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useNumbers } from '../../ui/base/numbers.ts'
import { useTimeText } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { AddAttemptDialog } from './AddAttemptDialog.tsx'
import { isActive } from './AttemptFacts.tsx'
import { AttemptTable } from './AttemptTable.tsx'
import { HunkCompare } from './HunkCompare.tsx'
import { NewAttemptsDialog } from './NewAttemptsDialog.tsx'
import { PickPane } from './PickPane.tsx'
import { pickedKeys, pickRows } from './pick-rows.ts'
import { type AttemptActs, type AttemptsProps, useActs } from './use-acts.ts'

/** One task, run several times: the attempts of the open project side by side. */
export function AttemptsScreen(props: AttemptsProps) {
  const t = useText()
  const projectId = useStore(props.app.store, (state) => state.openProject)
  if (projectId !== null) return <ProjectAttempts key={projectId} {...props} projectId={projectId} />
  return (
    <EmptyState icon="worktree" title={t('worktrees.noProject')}>
      {t('attempts.noProjectWhy')}
    </EmptyState>
  )
}

type OfProject = AttemptsProps & { readonly projectId: ProjectId }

function ProjectAttempts(props: OfProject) {
  const t = useText()
  const { api, app, projectId } = props
  const list = useQuery('attempts.list', { projectId })
  const model = useStore(app.store, ({ models }) => models.find(({ isDefault }) => isDefault) ?? models[0])
  const [chosen, setChosen] = useState<SessionId | null>(null)
  const [isNew, setNew] = useState(false)
  const sets = list.data
  const setId = sets?.find(({ id }) => id === chosen)?.id ?? sets?.[0]?.id ?? null
  return (
    <section aria-label={t('shell.attempts')} className="flex h-full min-h-0 min-w-0 flex-col">
      {list.problem === null ? null : <Failure message={list.problem} onRetry={list.reload} />}
      {sets === null ? (
        <div className="p-4">{list.problem === null ? <Placeholder rows={6} rowHeight={40} /> : null}</div>
      ) : setId === null ? (
        <EmptyState
          icon="worktree"
          title={t('attempts.empty')}
          action={
            <Button look="primary" onClick={() => setNew(true)}>
              {t('attempts.new')}
            </Button>
          }
        >
          {t('attempts.emptyWhy')}
        </EmptyState>
      ) : (
        <SetView
          key={setId}
          {...props}
          setId={setId}
          sets={sets}
          onChoose={setChosen}
          onNew={() => setNew(true)}
        />
      )}
      {isNew && model !== undefined ? (
        <NewAttemptsDialog
          api={api}
          app={app}
          projectId={projectId}
          model={model.ref}
          onClose={() => setNew(false)}
          onStarted={setChosen}
        />
      ) : null}
    </section>
  )
}

type SetProps = OfProject & {
  readonly setId: SessionId
  readonly sets: readonly AttemptSetListing[]
  readonly onChoose: (id: SessionId) => void
  readonly onNew: () => void
}

function SetView(props: SetProps) {
  const { setId } = props
  const { data, problem, reload } = useQuery('attempts.view', { setId }, { keep: true })
  const acts = useActs(props)
  if (data === null)
    return (
      <div className="p-4">
        {problem === null ? (
          <Placeholder rows={8} rowHeight={32} />
        ) : (
          <Failure message={problem} onRetry={reload} />
        )}
      </div>
    )
  return (
    <>
      <Head {...props} view={data} acts={acts} />
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      <Compared {...props} view={data} acts={acts} />
    </>
  )
}

type ShownSet = SetProps & { readonly view: AttemptSetView; readonly acts: AttemptActs }

function Compared({ app, projectId, view, acts }: ShownSet) {
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const [shown, setShown] = useState<AttemptCheck | null>(null)
  const rows = pickRows(view)
  const known = new Set(rows.flatMap(({ choices }) => choices).map(({ key }) => key))
  // A change that an attempt has edited since is no longer there to pick.
  const picked = new Set([...(changed ?? pickedKeys(view.pick?.parts ?? []))].filter((key) => known.has(key)))
  const row = rows.find(({ key }) => key === current) ?? null
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_304px] max-medium:grid-cols-[minmax(0,1fr)_240px]">
      <div className="min-h-0 overflow-auto">
        <AttemptTable
          app={app}
          view={view}
          acts={acts}
          rows={rows}
          picked={picked}
          current={current}
          onCurrent={({ key }) => setCurrent(key)}
          onPick={(choice, isPicked) => {
            acts.clearConflicts()
            setChanged(
              isPicked
                ? new Set([...picked, choice.key])
                : new Set([...picked].filter((key) => key !== choice.key)),
            )
          }}
          onShow={setShown}
          onOpen={(id) => app.openSession(id, projectId)}
        />
        {row === null ? null : <HunkCompare row={row} picked={picked} />}
      </div>
      <aside className="flex min-h-0 flex-col border-line border-l bg-panel">
        <PickPane view={view} acts={acts} rows={rows} picked={picked} onShow={setShown} />
      </aside>
      {shown === null ? null : <OutputDialog check={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

function OutputDialog({ check, onClose }: { readonly check: AttemptCheck; readonly onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open
      title={t('attempts.output')}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-200"
    >
      <pre className="plain-code mx-5 mb-5 min-h-0 overflow-auto whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs">
        <ForeignText text={check.output} />
      </pre>
    </Dialog>
  )
}

function Head({ api, app, view, acts, sets, onChoose, onNew }: ShownSet) {
  const t = useText()
  const [isAdding, setAdding] = useState(false)
  const newest = view.attempts.at(-1)
  const timeText = useTimeText()
  const { dollars } = useNumbers()
  const { task, base, baseBranch, createdAt, cost, limit } = view
  const [title = ''] = task.split('\n')
  return (
    <header className="flex flex-wrap items-center gap-x-8 gap-y-2 border-line border-b px-4 py-3">
      <div className="min-w-0 grow basis-72">
        <h2 className="truncate font-semibold text-lg tracking-tight">
          <ForeignText text={title} prose />
        </h2>
        <p className="truncate text-fg-3 text-sm">{t('attempts.count', { count: view.attempts.length })}</p>
      </div>
      <Figure
        name={t('attempts.started')}
        note={t('attempts.on', { base: `${baseBranch ?? ''} ${base.slice(0, 8)}` })}
      >
        {timeText(createdAt)}
      </Figure>
      <Figure
        name={t('attempts.row.cost')}
        note={
          limit === null
            ? ''
            : t(view.isLimited ? 'attempts.limited' : 'attempts.stopsAt', { limit: dollars(limit) })
        }
      >
        {cost === null ? t('attempts.unpriced') : dollars(cost)}
      </Figure>
      <div className="flex items-center gap-2">
        {sets.length < 2 ? null : (
          <Select
            label={t('attempts.sets')}
            value={view.id}
            groups={[
              {
                title: null,
                options: sets.map((each) => ({ value: each.id, label: each.task.slice(0, 60) })),
              },
            ]}
            onChange={(value) => {
              const set = sets.find(({ id }) => id === value)
              if (set !== undefined) onChoose(set.id)
            }}
            className="max-w-48"
          />
        )}
        <Button icon="plus" onClick={onNew}>
          {t('attempts.new')}
        </Button>
        {newest === undefined || view.attempts.length >= MOST_ATTEMPTS ? null : (
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('attempts.more')}
          </Button>
        )}
        {view.attempts.some(isActive) ? (
          <Button look="danger" onClick={() => acts.stop(null)}>
            {t('attempts.stopAll')}
          </Button>
        ) : null}
      </div>
      {isAdding && newest !== undefined ? (
        <AddAttemptDialog
          api={api}
          app={app}
          setId={view.id}
          number={view.attempts.length}
          model={newest.model}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </header>
  )
}

function Figure({
  name,
  note,
  children,
}: {
  readonly name: string
  readonly note: string
  readonly children: string
}) {
  return (
    <div className="max-medium:hidden">
      <div className="font-medium text-fg-3 text-xs">{name}</div>
      <div className="figures whitespace-nowrap">
        <span className="font-medium">{children}</span> <span className="text-fg-3 text-xs">{note}</span>
      </div>
    </div>
  )
}
