import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useProblemWords } from '../../messages/TextProvider.tsx'
import { checkedWith, type DataCheck, NOTHING_CHECKED } from './data-check.ts'

type State = {
  readonly phase: 'never' | 'going' | 'stopped' | 'failed' | 'done'
  readonly check: DataCheck
  readonly problem: string | null
}

/** Checks the stored data piece by piece until it is done, stopped or closed. */
export function useDataCheck(api: Data) {
  const say = useProblemWords()
  const [state, setState] = useState<State>({ phase: 'never', check: NOTHING_CHECKED, problem: null })
  const going = useRef(new AbortController())
  useEffect(() => () => going.current.abort(), [])
  const look = async (signal: AbortSignal) => {
    let check = NOTHING_CHECKED
    for (;;) {
      const piece = await api.read('search.check', { piece: check.done })
      if (signal.aborted) return
      if (piece === null) return setState({ phase: 'done', check, problem: null })
      check = checkedWith(check, piece)
      setState({ phase: 'going', check, problem: null })
    }
  }
  return {
    ...state,
    start: () => {
      going.current.abort()
      const own = new AbortController()
      going.current = own
      setState({ phase: 'going', check: NOTHING_CHECKED, problem: null })
      look(own.signal).catch((error: unknown) => {
        if (own.signal.aborted) return
        setState((now) => ({ ...now, phase: 'failed', problem: say(problemOf(error)) }))
      })
    },
    stop: () => {
      going.current.abort()
      setState((now) => ({ ...now, phase: 'stopped' }))
    },
  }
}
