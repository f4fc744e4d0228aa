import { useMemo } from 'react'
import type { ChangePart, ChangeScope, MadeCommit } from '#shared/changes/changes.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import type { CallRequest } from '#shared/ipc/contract.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'
import { comparisonOf } from './use-changes.ts'

export type Acts = ReturnType<typeof useActs>

type Place = {
  readonly api: Data
  readonly app: AppStore
  readonly toast: ShowToast
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  readonly scope: ChangeScope
  readonly sessionId: SessionId | null
  /** Asks again what differs. */
  readonly refresh: () => void
}

/** Everything a person can do with changes. Problems are shown as notices; what can be undone is in a toast. */
export function useActs({ api, app, toast, projectId, placeId, scope, sessionId, refresh }: Place) {
  const t = useText()
  return useMemo(() => {
    const changed = () => {
      refresh()
      api.queries.makeStale((name) => name === 'changes.distance')
    }
    const run = (act: () => Promise<unknown>) => app.attempt(act().finally(changed))
    const uncommit = ({ commit, before }: MadeCommit) =>
      run(() => api.command('changes.uncommit', { placeId, commit, before }))
    const comparison = comparisonOf({ placeId, scope, sessionId })
    const undecide = (ids: readonly number[]) =>
      run(() => api.command('changes.undecide', { placeId, ids: [...ids] }))
    const restore = (ids: readonly string[]) =>
      run(async () => {
        for (const id of ids) await api.command('changes.restore', { placeId, id })
      })
    return {
      accept: (parts: readonly ChangePart[]) =>
        run(() => api.command('changes.accept', { ...comparison, parts: [...parts] })),
      reject: (parts: readonly ChangePart[]) =>
        run(async () => {
          const { ids, queued } = await api.command('changes.reject', { ...comparison, parts: [...parts] })
          toast({
            mark: 'done',
            text: t(
              queued
                ? 'changes.rejectedLater'
                : sessionId === null
                  ? 'changes.rejectedAlone'
                  : 'changes.rejectedNow',
            ),
            action: { label: t('changes.undo'), onAct: () => undecide(ids) },
            seconds: 20,
          })
        }),
      undecide,
      stage: (parts: readonly ChangePart[]) =>
        run(() => api.command('changes.stage', { placeId, parts: [...parts] })),
      unstage: (parts: readonly ChangePart[]) =>
        run(() => api.command('changes.unstage', { placeId, parts: [...parts] })),
      discard: (parts: readonly ChangePart[]) =>
        run(async () => {
          const kept = await api.command('changes.discard', { placeId, parts: [...parts] })
          const ids = kept.map(({ id }) => id)
          toast({
            mark: 'done',
            text: t('changes.discarded', { count: kept.length }),
            action: { label: t('changes.undo'), onAct: () => restore(ids) },
            seconds: 20,
          })
        }),
      restore,
      /** Marks a conflict as resolved. Rejects when main refuses. */
      resolve: async (resolution: Omit<CallRequest<'changes.resolve'>, 'placeId'>): Promise<void> => {
        try {
          const { id, path } = await api.command('changes.resolve', { placeId, ...resolution })
          toast({
            mark: 'done',
            text: t('changes.resolved', { path }),
            action: { label: t('changes.undo'), onAct: () => restore([id]) },
            seconds: 20,
          })
        } finally {
          changed()
        }
      },
      openAtLine: (place: { readonly path: string; readonly line: number }) =>
        app.attempt(api.command('changes.openAtLine', { placeId, ...place })),
      openProblem: ({ path, line }: { readonly path: string; readonly line: number }) =>
        app.attempt(api.command('problems.open', { projectId, placeId, path, line })),
      commit: async (message: string, amend: boolean): Promise<MadeCommit> => {
        try {
          const made = await api.command('changes.commit', { placeId, message, amend })
          toast({
            mark: 'done',
            text: t('changes.committed', { commit: made.commit.slice(0, 8) }),
            action: { label: t('changes.undo'), onAct: () => uncommit(made) },
            seconds: 20,
          })
          return made
        } finally {
          changed()
        }
      },
      sync: async (act: 'fetch' | 'pull' | 'push'): Promise<void> => {
        try {
          await api.command('changes.sync', { placeId, act })
          toast({ mark: 'done', text: t(`changes.${act}ed`), seconds: 6 })
        } finally {
          changed()
        }
      },
    }
  }, [api, app, toast, projectId, placeId, scope, sessionId, refresh, t])
}
