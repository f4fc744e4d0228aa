import { useEffect } from 'react'

/** How long an index is given to catch up before it is asked again. */
const AGAIN_MS = 500

/** Asks again and again while answers say that something was not indexed yet. `answer` is a new object each time. */
export function useWhileBehind(answer: { readonly behind: number } | null, again: () => void): void {
  useEffect(() => {
    if (answer === null || answer.behind === 0) return
    const timer = setTimeout(again, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [answer, again])
}
