import { useCallback, useState } from 'react'
import { problemOf } from '../api.ts'
import { useProblemWords } from '../messages/TextProvider.tsx'

/** Runs one act at a time, and keeps why the newest one failed. An act that was cancelled has not failed. */
export function useAct<Name extends string>() {
  const say = useProblemWords()
  const [busy, setBusy] = useState<Name | null>(null)
  const [failed, setFailed] = useState<{ readonly act: Name; readonly reason: string } | null>(null)
  const run = useCallback(
    (name: Name, act: () => Promise<void>): void => {
      setBusy(name)
      setFailed(null)
      act()
        .catch((error: unknown) => {
          const found = problemOf(error)
          if (found.code !== 'cancelled') setFailed({ act: name, reason: say(found) })
        })
        .finally(() => setBusy(null))
    },
    [say],
  )
  return { busy, failed, run }
}
