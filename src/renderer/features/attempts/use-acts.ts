import { useMemo, useState } from 'react'
import type { AttemptTarget, Letter, PickedPart } from '#shared/attempts/attempt-events.ts'
import type { PickConflict } from '#shared/attempts/attempts.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

export type AttemptsProps = { readonly api: Data; readonly app: AppStore; readonly toast: ShowToast }

export type AttemptActs = ReturnType<typeof useActs>

/** The acts on a set of attempts. A failed one is shown as a notice; applied changes can be undone. */
export function useActs({ api, app, toast, setId }: AttemptsProps & { readonly setId: SessionId }) {
  const t = useText()
  const [conflicts, setConflicts] = useState<readonly PickConflict[]>([])
  const [isComposing, setComposing] = useState(false)
  const acts = useMemo(() => {
    const unapply = (of: AttemptTarget) => app.attempt(api.command('attempts.unapply', { setId, of }))
    return {
      stop: (letter: Letter | null) => app.attempt(api.command('attempts.stop', { setId, letter })),
      check: (of: AttemptTarget) => app.attempt(api.command('attempts.check', { setId, of })),
      remove: (of: AttemptTarget, anyway: boolean) =>
        app.attempt(api.command('attempts.remove', { setId, of, anyway })),
      apply: (of: AttemptTarget, way: 'patch' | 'merge') =>
        app.attempt(
          api.command('attempts.apply', { setId, of, way }).then(() =>
            toast({
              mark: 'done',
              text: t(way === 'merge' ? 'attempts.mergedDone' : 'attempts.appliedDone'),
              ...(way === 'merge' ? {} : { action: { label: t('attempts.undo'), onAct: () => unapply(of) } }),
              seconds: 20,
            }),
          ),
        ),
      pick: (parts: readonly PickedPart[]) => {
        setComposing(true)
        app.attempt(
          api
            .command('attempts.pick', { setId, parts: [...parts] })
            .then((composed) => setConflicts(composed.conflicts))
            .finally(() => setComposing(false)),
        )
      },
      clearConflicts: () => setConflicts([]),
    }
  }, [api, app, toast, setId, t])
  return { ...acts, conflicts, isComposing }
}
