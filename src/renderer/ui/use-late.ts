import { useEffect, useState } from 'react'

/** True once something has been there for `ms`: what is over within a moment is better not shown. */
export function useLate(ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late
}
