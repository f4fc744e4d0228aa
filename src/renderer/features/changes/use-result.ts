import { useCallback, useEffect, useRef, useState } from 'react'
import type { Conflict } from '#shared/changes/conflict.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'

type ResultDeps = {
  readonly api: Data
  readonly placeId: ChangePlaceId
  readonly conflict: Conflict
}

const KEEP_AFTER_MS = 300

/** Holds the result of a conflict. Main stores it as it is typed, so that it survives a crash. */
export function useResult({ api, placeId, conflict }: ResultDeps) {
  const { path, current, ours, theirs, kept } = conflict
  const first = current ?? ours ?? theirs ?? ''
  const [text, setShown] = useState(kept ?? first)
  const unsent = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const next = unsent.current
    unsent.current = null
    if (next === null) return
    // A failed copy costs nothing: the window still has the text, and the next letter tries again.
    api.command('changes.keepResult', { placeId, path, text: next }).catch(() => undefined)
  }, [api, placeId, path])
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  const setText = (next: string) => {
    setShown(next)
    unsent.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, KEEP_AFTER_MS)
  }
  return {
    text,
    setText,
    flush,
    /** Forgets what was not sent: the conflict is resolved. */
    forget: () => {
      clearTimeout(timer.current)
      unsent.current = null
    },
    reset: () => setText(first),
  }
}
