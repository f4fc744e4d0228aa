import { useEffect, useRef, useState } from 'react'

/** Follows a value that changes many times a second, but no more often than every `ms`. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  const newest = useRef(value)
  newest.current = value
  const behind = value !== settled
  useEffect(() => {
    if (!behind) return
    const timer = setTimeout(() => setSettled(newest.current), ms)
    return () => clearTimeout(timer)
  }, [behind, ms])
  return settled
}
