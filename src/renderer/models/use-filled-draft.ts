import { useState } from 'react'
import type { Drafted } from '#shared/agent/agent-proposal.ts'
import { problemOf } from '../api.ts'
import { useProblemWords, useText } from '../messages/TextProvider.tsx'
import { useNumbers } from '../ui/base/numbers.ts'
import type { DraftState } from '../ui/panes/DraftBox.tsx'

type Drafting<T> = {
  readonly ask: (wish: string) => Promise<Drafted<T>>
  readonly stop: () => Promise<unknown>
  /** Puts the draft where the person reviews it. */
  readonly onDraft: (draft: T) => void
}

/** Has a model draft something, and says who did and what it cost. */
export function useFilledDraft<T>({ ask, stop, onDraft }: Drafting<T>): DraftState {
  const t = useText()
  const say = useProblemWords()
  const { dollars } = useNumbers()
  const [isRunning, setIsRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const start = (wish: string) => {
    setIsRunning(true)
    setProblem(null)
    setNote(null)
    ask(wish)
      .then(({ draft, model, usd }) => {
        onDraft(draft)
        setNote(usd === null ? t('draft.done', { model }) : t('draft.doneFor', { model, cost: dollars(usd) }))
      })
      .catch((error: unknown) => {
        const failed = problemOf(error)
        if (failed.code !== 'cancelled') setProblem(say(failed))
      })
      .finally(() => setIsRunning(false))
  }
  return { isRunning, problem, note, start, stop: () => void stop().catch(() => {}) }
}
