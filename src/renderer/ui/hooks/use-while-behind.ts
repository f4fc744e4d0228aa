import { useEffect } from 'react'

/** Delay before a lagging index is queried again, in milliseconds. */
const AGAIN_MS = 500

/** Asks again and again while answers say that something was not indexed yet. `answer` is a new object each time. */
export function useWhileBehind(answer: { readonly behind: number } | null, again: () => void): void {
  useEffect(() => {
    if (answer === null || answer.behind === 0) return
    const timer = setTimeout(again, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [answer, again])
}
