import { useEffect, useState } from 'react'

/** The last answer, kept until the next arrives and after a failure. */
export type Answered<Answer> = {
  readonly answer: Answer | null
  readonly problem: unknown
  /** True until this very question is answered, or has failed. */
  readonly asking: boolean
}

/**
 * Asks again whenever `ask` changes; null asks nothing. `of` names the subject, so that an answer is never
 * shown for another one.
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
