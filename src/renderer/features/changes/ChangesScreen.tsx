import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { CHANGE_SCOPES, type ChangeList, type ChangeScope } from '#shared/changes/changes.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import type { ReviewStore } from '../../store/review-store.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useRoving } from '../../ui/hooks/roving.ts'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import type { ShowToast } from '../../ui/panes/Toast.tsx'
import { HeaderActs } from './HeaderActs.tsx'
import { HistoryDialog } from './history/HistoryDialog.tsx'
import { StashDialog } from './history/StashDialog.tsx'
import { PlacePicker, type Places, usePlaces } from './PlacePicker.tsx'
import { PullDialog } from './pulls/PullDialog.tsx'
import { ReviewPanes } from './review/ReviewPanes.tsx'
import { useChangeList } from './use-changes.ts'
import { type Draft, useDraft } from './use-draft.ts'

type ChangesScreenProps = {
  readonly api: Data
  readonly app: AppStore
  readonly reviews: ReviewStore
  readonly toast: ShowToast
}

/** The review of the open project: what changed, what is staged, and the next commit. */
export function ChangesScreen(props: ChangesScreenProps) {
  const projectId = useStore(props.app.store, (state) => state.openProject)
  return projectId === null ? (
    <NoProject />
  ) : (
    <ProjectChanges key={projectId} {...props} projectId={projectId} />
  )
}

function NoProject() {
  const t = useText()
  return (
    <EmptyState icon="branch" title={t('changes.noProject')}>
      {t('changes.noProjectWhy')}
    </EmptyState>
  )
}

function ProjectChanges(props: ChangesScreenProps & { readonly projectId: ProjectId }) {
  const { reviews, app, projectId } = props
  const places = usePlaces({ app, projectId })
  const placeId = places?.placeId ?? null
  useEffect(() => {
    if (placeId !== null) reviews.open(placeId)
  }, [reviews, placeId])
  if (places === null)
    return (
      <div className="p-6">
        <Placeholder rows={8} />
      </div>
    )
  return <PlaceChanges key={places.placeId} {...props} {...places} />
}

function PlaceChanges(props: ChangesScreenProps & { readonly projectId: ProjectId } & Places) {
  const t = useText()
  const { app, api, toast, placeId, projectId, sessionId } = props
  const [dialog, setDialog] = useState<'history' | 'stashes' | 'pull' | null>(null)
  const [stashed, setStashed] = useState(0)
  const [scope, setScope] = useState<ChangeScope>('uncommitted')
  const roving = useRoving('[role="tab"]', 'across')
  const draft = useDraft(props)
  useDraftWish(app, draft)
  return (
    <section aria-label={t('shell.changes')} className="flex h-full min-h-0 min-w-0 flex-col">
      <header className="flex min-h-(--h-bar) flex-wrap items-center gap-1 border-line border-b px-3">
        <PlacePicker {...props} />
        <div role="tablist" aria-label={t('changes.scope')} onKeyDown={roving} className="flex flex-wrap">
          {CHANGE_SCOPES.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`scope-${each}`}
              aria-selected={each === scope}
              tabIndex={each === scope ? 0 : -1}
              onFocus={() => setScope(each)}
              onClick={() => setScope(each)}
              className={classNames(
                'h-(--h-bar) px-3 text-sm',
                each === scope
                  ? 'font-semibold shadow-[inset_0_-2px_0_var(--color-accent)]'
                  : 'text-fg-2 hover:text-fg',
              )}
            >
              {t(`changes.scope.${each}`)}
            </button>
          ))}
        </div>
        <span className="grow" />
        <HeaderActs
          onAct={(act) => (act === 'worktrees' ? app.show('worktrees') : setDialog(act))}
          onChat={() => app.show('chat')}
        />
      </header>
      <ScopeChanges
        key={scope}
        {...props}
        scope={scope}
        sessionId={sessionId}
        stashed={stashed}
        draft={draft}
      />
      {dialog === 'history' ? <HistoryDialog placeId={placeId} onClose={() => setDialog(null)} /> : null}
      {dialog === 'pull' ? (
        <PullDialog
          api={api}
          app={app}
          placeId={placeId}
          projectId={projectId}
          sessionId={sessionId}
          toast={toast}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'stashes' ? (
        <StashDialog
          api={api}
          placeId={placeId}
          toast={toast}
          onClose={() => setDialog(null)}
          onChanged={() => setStashed((count) => count + 1)}
        />
      ) : null}
    </section>
  )
}

/** Starts the draft that a command asked for. */
function useDraftWish(app: AppStore, { start }: Draft) {
  const isWished = useStore(app.store, (state) => state.draftsCommit)
  useEffect(() => {
    if (!isWished) return
    app.draftCommit(false)
    start(false)
  }, [app, isWished, start])
}

type ScopeProps = ChangesScreenProps & {
  readonly draft: Draft
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  readonly scope: ChangeScope
  readonly sessionId: SessionId | null
  /** Changes when stashes may have changed the files. */
  readonly stashed: number
}

/** Has the status bar show the distance to the upstream that the list shows. */
function useSameDistance({ queries }: Data, list: ChangeList | null): void {
  useEffect(() => {
    if (list !== null) queries.makeStale((name) => name === 'changes.distance')
  }, [queries, list])
}

function ScopeChanges(props: ScopeProps) {
  const t = useText()
  const list = useChangeList(props, [props.stashed])
  useSameDistance(props.api, list.data)
  const [version, setVersion] = useState(0)
  const { reload } = list
  const refresh = useCallback(() => {
    reload()
    setVersion((old) => old + 1)
  }, [reload])
  const title = <IconButton icon="refresh" label={t('changes.refresh')} size="small" onClick={refresh} />
  if (list.data === null) {
    return (
      <div role="tabpanel" aria-labelledby={`scope-${props.scope}`} className="p-6">
        {list.problem === null ? (
          <Placeholder rows={8} />
        ) : (
          <Failure message={list.problem} onRetry={refresh} />
        )}
      </div>
    )
  }
  return (
    <div role="tabpanel" aria-labelledby={`scope-${props.scope}`} className="flex min-h-0 flex-1 flex-col">
      {list.problem === null ? null : <Failure message={list.problem} onRetry={refresh} />}
      <ReviewPanes
        {...props}
        list={list.data}
        version={version + props.stashed}
        refresh={refresh}
        extra={title}
      />
    </div>
  )
}
