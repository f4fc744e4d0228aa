import { useEffect, useState } from 'react'

/** Time the stop confirmation stays open, in milliseconds. */
const ASKS_MS = 5_000

/** The key that stops asks once: the first press asks, the second does it. */
export function useStopOnce(stop: () => void): {
  readonly asks: boolean
  readonly press: () => void
  readonly drop: () => void
} {
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    if (!asks) return
    const timer = setTimeout(() => setAsks(false), ASKS_MS)
    return () => clearTimeout(timer)
  }, [asks])
  const press = () => {
    if (asks) stop()
    setAsks(!asks)
  }
  return { asks, press, drop: () => setAsks(false) }
}
