import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ChangeList, ChangeScope, FileChange } from '#shared/changes/changes.ts'
import type { ChangePlaceId, SessionId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'
import { type Query, useQuery } from '../../data/use-query.ts'
import type { AppStore } from '../../store/app-store.ts'

type Place = {
  readonly api: Data
  readonly app: AppStore
  readonly placeId: ChangePlaceId
  readonly scope: ChangeScope
  /** The open chat, for comparisons with what a chat has changed. */
  readonly sessionId: SessionId | null
}

/** A comparison as calls name it. */
export const comparisonOf = ({
  placeId,
  scope,
  sessionId,
}: Pick<Place, 'placeId' | 'scope' | 'sessionId'>) => ({
  placeId,
  scope,
  ...(sessionId === null ? {} : { sessionId }),
})

/**
 * Lists what differs, again after agents change files, when the person comes back to the window, and when one of the
 * reasons changes.
 */
export function useChangeList(
  { placeId, scope, sessionId }: Place,
  reasons: readonly unknown[] = [],
): Query<ChangeList> {
  const list = useQuery('changes.list', comparisonOf({ placeId, scope, sessionId }), {
    keep: true,
    reasons,
  })
  const again = list.reload
  useEffect(() => {
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [again])
  return list
}

/** The drawn changes by path, and a way to ask for those that come into view. */
export type Diffs = {
  readonly of: (path: string) => FileChange | null
  readonly want: (paths: readonly string[]) => void
}

/** Paths of one call. */
const MOST_PATHS = 20

/** Loads changes of files as they come into view. After a new list the old ones stay until the new ones are there. */
export function useDiffs(
  { api, app, placeId, scope, sessionId }: Place,
  list: ChangeList | null,
  hideWhitespace: boolean,
): Diffs {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, FileChange>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list makes every change old
  const asked = useMemo(() => new Set<string>(), [list, hideWhitespace])
  const newest = useRef(asked)
  newest.current = asked
  const want = useCallback(
    (paths: readonly string[]) => {
      const missing = paths.filter((path) => !asked.has(path)).slice(0, MOST_PATHS)
      if (missing.length === 0) return
      for (const path of missing) asked.add(path)
      app.attempt(
        api
          .read('changes.diff', {
            ...comparisonOf({ placeId, scope, sessionId }),
            paths: missing,
            hideWhitespace,
          })
          .then((changes) => {
            if (newest.current !== asked) return
            const found = changes.map((change) => [change.path, change] as const)
            // Keys and the wheel go first.
            startTransition(() => setLoaded((old) => new Map([...old, ...found])))
          })
          .catch((error: unknown) => {
            for (const path of missing) asked.delete(path)
            throw error
          }),
      )
    },
    [api, app, placeId, scope, sessionId, hideWhitespace, asked],
  )
  const of = useCallback((path: string) => loaded.get(path) ?? null, [loaded])
  return { of, want }
}
