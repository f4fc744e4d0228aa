import { useEffect, useState } from 'react'
import type { Data } from '../../data/data.ts'

/** A value in sight, and how long it stays. It lives in the component and nowhere else. */
export type Revealed = { readonly name: string; readonly value: string; readonly seconds: number }

const SECONDS_SHOWN = 30

/** Shows one value at a time. It goes after 30 s, when it is hidden, and with the screen. */
export function useReveal(api: Data) {
  const [shown, setShown] = useState<Revealed | null>(null)
  useEffect(() => {
    if (shown === null) return
    const next = shown.seconds <= 1 ? null : { ...shown, seconds: shown.seconds - 1 }
    const timer = setTimeout(() => setShown(next), 1_000)
    return () => clearTimeout(timer)
  }, [shown])
  const toggle = async (name: string) => {
    if (shown?.name === name) return setShown(null)
    setShown(null)
    const value = await api.command('vault.reveal', { name })
    if (value !== null) setShown({ name, value, seconds: SECONDS_SHOWN })
  }
  return { shown, toggle }
}
