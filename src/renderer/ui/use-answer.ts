import { useEffect, useState } from 'react'

/** What was answered last; until the next answer is here it stays. A question that failed leaves it too. */
export type Answered<Answer> = {
  readonly answer: Answer | null
  readonly problem: unknown
  /** True until this very question is answered, or has failed. */
  readonly asking: boolean
}

/**
 * Asks anew whenever `ask` is another function; null asks nothing. Answers about one thing are never shown for another:
 * `of` names it.
 */
export function useAnswer<Answer>(of: string | null, ask: (() => Promise<Answer>) | null): Answered<Answer> {
  const [known, setKnown] = useState<Known<Answer> | null>(null)
  useEffect(() => {
    if (ask === null) return
    let current = true
    ask().then(
      (answer) => {
        if (current) setKnown({ of, ask, answer, problem: null })
      },
      (problem: unknown) => {
        if (current) setKnown((before) => ({ of, ask, answer: before?.answer ?? null, problem }))
      },
    )
    return () => {
      current = false
    }
  }, [of, ask])
  const { answer, problem } = known !== null && known.of === of ? known : NOT_YET
  return { answer, problem, asking: ask !== null && (known?.of !== of || known.ask !== ask) }
}

type Known<Answer> = Omit<Answered<Answer>, 'asking'> & {
  readonly of: string | null
  readonly ask: () => Promise<Answer>
}

const NOT_YET = { answer: null, problem: null } as const
