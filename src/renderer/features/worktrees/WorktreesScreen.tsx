import { useState } from 'react'
import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { Worktree } from '#shared/worktree/worktree.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useBytesText } from '../../ui/base/bytes-text.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { RemoveWorktreeDialog } from '../../ui/panes/RemoveWorktreeDialog.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { NewWorktreeDialog } from './NewWorktreeDialog.tsx'
import { useActs, type WorktreesProps } from './use-acts.ts'
import { WorktreeTable } from './WorktreeTable.tsx'

/** The worktrees of the open project: what they hold, who works in them, and the way back. */
export function WorktreesScreen(props: WorktreesProps) {
  const t = useText()
  const projectId = useStore(props.app.store, (state) => state.openProject)
  if (projectId !== null) return <ProjectWorktrees key={projectId} {...props} projectId={projectId} />
  return (
    <EmptyState icon="worktree" title={t('worktrees.noProject')}>
      {t('worktrees.noProjectWhy')}
    </EmptyState>
  )
}

function ProjectWorktrees(props: WorktreesProps & { readonly projectId: ProjectId }) {
  const t = useText()
  const { api, app, projectId } = props
  const isNaming = useStore(app.store, (state) => state.namesWorktree)
  const list = useQuery('worktree.list', { projectId })
  const [removing, setRemoving] = useState<Worktree | null>(null)
  const [comparing, setComparing] = useState<Worktree | null>(null)
  const acts = useActs(props)
  const trees = list.data
  return (
    <section aria-label={t('shell.worktrees')} className="flex min-h-0 min-w-0 flex-col">
      <Head trees={trees ?? []} onRefresh={list.reload} onNew={() => app.nameWorktree(true)} />
      {list.problem === null ? null : <Failure message={list.problem} onRetry={list.reload} />}
      {trees === null ? (
        <div className="p-4">{list.problem === null ? <Placeholder rows={4} rowHeight={56} /> : null}</div>
      ) : trees.length === 0 ? (
        <EmptyState
          icon="worktree"
          title={t('worktrees.empty')}
          action={
            <Button look="primary" onClick={() => app.nameWorktree(true)}>
              {t('worktrees.newChat')}
            </Button>
          }
        >
          {t('worktrees.emptyWhy')}
        </EmptyState>
      ) : (
        <div className="min-h-0 overflow-y-auto">
          <WorktreeTable trees={trees} acts={acts} onRemove={setRemoving} onCompare={setComparing} />
        </div>
      )}
      {removing === null ? null : (
        <RemoveWorktreeDialog
          tree={removing}
          onClose={() => setRemoving(null)}
          onRemove={() => {
            setRemoving(null)
            acts.remove(removing)
          }}
        />
      )}
      {comparing === null ? null : (
        <CompareDialog
          tree={comparing}
          others={(trees ?? []).filter(({ id, state }) => id !== comparing.id && state !== 'missing')}
          onClose={() => setComparing(null)}
        />
      )}
      {isNaming ? (
        <NewWorktreeDialog
          api={api}
          app={app}
          projectId={projectId}
          onClose={() => app.nameWorktree(false)}
        />
      ) : null}
    </section>
  )
}

type HeadProps = {
  readonly trees: readonly Worktree[]
  readonly onRefresh: () => void
  readonly onNew: () => void
}

function Head({ trees, onRefresh, onNew }: HeadProps) {
  const t = useText()
  const bytesText = useBytesText()
  const bytes = trees.reduce((sum, tree) => sum + (tree.bytes ?? 0), 0)
  return (
    <header className="flex flex-wrap items-center gap-x-8 gap-y-2 border-line border-b px-4 py-3">
      <div className="min-w-0 grow">
        <h2 className="font-semibold text-lg tracking-tight">
          {t('shell.worktrees')}
          {trees.length === 0 ? null : (
            <span className="ml-2 font-normal text-fg-3 text-xs">
              {t('worktrees.count', { count: trees.length })}
            </span>
          )}
        </h2>
        <p className="truncate text-fg-3 text-sm">{t('worktrees.about')}</p>
      </div>
      {trees.length === 0 ? null : (
        <div className="max-medium:hidden">
          <div className="font-medium text-fg-3 text-xs">{t('worktrees.disk')}</div>
          <div className="figures whitespace-nowrap font-medium">{bytesText(bytes)}</div>
        </div>
      )}
      <div className="flex items-center gap-2">
        <IconButton icon="refresh" label={t('worktrees.refresh')} onClick={onRefresh} />
        <Button icon="plus" onClick={onNew}>
          {t('worktrees.newChat')}
        </Button>
      </div>
    </header>
  )
}
