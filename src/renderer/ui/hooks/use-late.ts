import { useEffect, useState } from 'react'

/** Whether something has been present for `ms`, because shorter states are not worth showing. */
export function useLate(ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late
}
