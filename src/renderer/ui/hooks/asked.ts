import { useCallback, useEffect, useRef, useState } from 'react'

/** The state of a query: loading, failed or loaded. Old data stays until new data arrives. */
export type Asked<T> = {
  readonly data: T | null
  readonly problem: string | null
  readonly ask: () => void
}

/** Asks when it mounts and whenever `ask` changes; the newest answer wins. */
export function useAsked<T>(ask: () => Promise<T>, wordsOf: (error: unknown) => string): Asked<T> {
  const [data, setData] = useState<T | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const turn = useRef(0)
  const words = useRef(wordsOf)
  const again = useCallback(() => {
    turn.current += 1
    const mine = turn.current
    const isNewest = () => mine === turn.current
    ask().then(
      (answer) => {
        if (!isNewest()) return
        setData(answer)
        setProblem(null)
      },
      (error: unknown) => {
        if (isNewest()) setProblem(words.current(error))
      },
    )
  }, [ask])
  useEffect(again, [again])
  return { data, problem, ask: again }
}
