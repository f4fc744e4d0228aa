import { useCallback } from 'react'
import type { FileRestored } from '#shared/checkpoint/checkpoint.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { sentences } from '../../../ui/base/sentences.ts'

/** More reasons than this make no readable message; most files share one. */
const MOST_REASONS = 3

/** Returns a function that says why a file was left as it was. */
export function useLeftReason(): (left: FileRestored) => string | null {
  const t = useText()
  return useCallback(
    ({ path, reason }) => (reason === null ? null : t(`files.obstacle.${reason.obstacle}`, { path })),
    [t],
  )
}

/** Returns a function that says in a notice how many files were left as they were, and why. */
export function useLeftWords(): (left: readonly FileRestored[]) => string {
  const t = useText()
  const reasonOf = useLeftReason()
  return useCallback(
    (left) => {
      const reasons = left.slice(0, MOST_REASONS).flatMap((each) => reasonOf(each) ?? [])
      if (left.length === 1 && reasons.length === 1) return reasons[0] ?? ''
      return sentences(t, [t('files.leftAloneShort', { count: left.length }), ...reasons])
    },
    [t, reasonOf],
  )
}
