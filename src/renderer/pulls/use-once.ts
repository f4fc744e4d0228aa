import { useEffect, useRef } from 'react'

/** Runs an act once, as soon as it is wanted. */
export function useOnce(act: () => void, isWanted: boolean): void {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !isWanted) return
    begun.current = true
    act()
  }, [act, isWanted])
}
