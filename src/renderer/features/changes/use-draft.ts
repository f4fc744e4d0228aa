import { useCallback, useState } from 'react'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import { NO_REVIEW, type ReviewStore } from '../../store/review-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

type Place = {
  readonly api: Data
  readonly reviews: ReviewStore
  readonly toast: ShowToast
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
}

/** The draft of the next commit's message by a model. */
export type Draft = {
  readonly isRunning: boolean
  readonly problem: string | null
  readonly start: (amend: boolean) => void
  readonly stop: () => void
  /** Hides the problem of the last draft. */
  readonly clear: () => void
}

/** Has a model draft the commit message. A message that was typed meanwhile can be put back. */
export function useDraft({ api, reviews, toast, projectId, placeId }: Place): Draft {
  const t = useText()
  const say = useProblemWords()
  const [isRunning, setIsRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const start = useCallback(
    (amend: boolean) => {
      setIsRunning(true)
      setProblem(null)
      const put = (message: string) => reviews.change(placeId, { message })
      api
        .command('changes.draft', { placeId, amend })
        .then(({ message }) => {
          const typed = (reviews.store.getState()[placeId] ?? NO_REVIEW).message
          put(message)
          if (typed.trim() === '') return
          const action = { label: t('changes.undo'), onAct: () => put(typed) }
          toast({ mark: 'done', text: t('changes.draftReplaced'), action, seconds: 30 })
        })
        .catch((error: unknown) => {
          const problem = problemOf(error)
          if (problem.code !== 'cancelled') setProblem(say(problem))
        })
        .finally(() => setIsRunning(false))
    },
    [api, reviews, toast, placeId, t, say],
  )
  const stop = useCallback(
    () => void api.command('changes.stopDraft', { projectId }).catch(() => {}),
    [api, projectId],
  )
  const clear = useCallback(() => setProblem(null), [])
  return { isRunning, problem, start, stop, clear }
}
