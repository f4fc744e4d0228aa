import { useEffect, useState } from 'react'
import { createSettler, type Later } from './settle-values.ts'

const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Follows a value that changes many times a second, but no more often than every `ms`. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(() => ({ value }))
  const [settler] = useState(() => createSettler<T>(later, (newest) => setSettled({ value: newest })))
  // Every value is tracked separately, so that two changes in one event-loop turn do not hide the second.
  useEffect(() => {
    if (value !== settled.value) settler.follow(value, ms)
  }, [settler, value, settled, ms])
  useEffect(() => settler.close, [settler])
  return settled.value
}
