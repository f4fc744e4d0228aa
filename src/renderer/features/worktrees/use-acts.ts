import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { Worktree } from '#shared/worktree/worktree.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

export type WorktreesProps = { readonly api: Data; readonly app: AppStore; readonly toast: ShowToast }

export type WorktreeActs = ReturnType<typeof useActs>

/** The acts on worktrees. A failed one is shown as a notice. */
export function useActs({ api, app, toast, projectId }: WorktreesProps & { readonly projectId: ProjectId }) {
  const t = useText()
  const action = { label: t('worktrees.review'), onAct: () => app.show('changes') }
  return {
    open: (sessionId: SessionId): void => app.openSession(sessionId, projectId),
    merge: ({ id, branch }: Worktree): void =>
      app.attempt(
        api
          .command('worktree.merge', { worktreeId: id })
          .then(() => toast({ mark: 'done', text: t('worktrees.merged.done', { branch }), seconds: 8 })),
      ),
    apply: ({ id, branch }: Worktree): void =>
      app.attempt(
        api.command('worktree.apply', { worktreeId: id }).then((count) =>
          toast({
            mark: 'done',
            text: t('worktrees.applied.done', { count, branch }),
            action,
            seconds: 15,
          }),
        ),
      ),
    /** Removes a worktree whose losses the person has confirmed. */
    remove: ({ id, branch, files, commits, state }: Worktree): void => {
      const anyway = files > 0 || commits > 0 || state === 'unknown'
      const removed = api.command('worktree.remove', { worktreeId: id, anyway })
      app.attempt(
        removed.then(() =>
          toast({ mark: 'done', text: t('worktrees.removed.done', { branch }), seconds: 8 }),
        ),
      )
    },
  }
}
