import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls what has just been opened into view. The focus stays where it was. */
export function useIntoView<T extends HTMLElement>(): RefObject<T | null> {
  const opened = useRef<T>(null)
  useEffect(() => opened.current?.scrollIntoView({ block: 'nearest' }), [])
  return opened
}
