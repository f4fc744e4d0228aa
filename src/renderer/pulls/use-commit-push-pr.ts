import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import { problemOf } from '../api.ts'
import type { Data } from '../data/data.ts'
import { useProblemWords } from '../messages/TextProvider.tsx'
import { type CommitPushPrStep, textsOf } from './commit-push-pr-steps.ts'

type Place = {
  readonly api: Data
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  /** Called after steps were done, also where a later one failed. */
  readonly onChanged: () => void
}

/** The state of the way from staged changes to a pull request. */
export type CommitPushPr = ReturnType<typeof useCommitPushPr>

/**
 * Keeps what was typed, and carries out the steps in their order. The first failure ends them, and so does closing the
 * form: the step that is running ends, and no other begins.
 */
export function useCommitPushPr({ api, projectId, placeId, onChanged }: Place) {
  const say = useProblemWords()
  const [text, setText] = useState('')
  const [branch, setBranch] = useState('')
  const [isDraft, setIsDraft] = useState(false)
  const [busy, setBusy] = useState<CommitPushPrStep | 'draft' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [output, setOutput] = useState('')
  const isOpen = useIsOpen()
  const isDrafting = busy === 'draft'
  const failed = useCallback(
    (error: unknown) => {
      const found = problemOf(error)
      if (found.code !== 'cancelled') setProblem(say(found))
    },
    [say],
  )
  const draft = useCallback(
    (isStaged: boolean) => {
      if (isDrafting) return void api.command('changes.stopDraft', { projectId }).catch(failed)
      setBusy('draft')
      setProblem(null)
      const asked = isStaged
        ? api.command('changes.draft', { placeId, amend: false }).then(({ message }) => message)
        : api.command('pulls.draft', { placeId }).then(({ title, body }) => `${title}\n\n${body}`.trim())
      asked
        // What was typed meanwhile is the person's own.
        .then((drafted) => setText((typed) => (typed.trim() === '' ? drafted : `${drafted}\n\n${typed}`)))
        .catch(failed)
        .finally(() => setBusy(null))
    },
    [api, projectId, placeId, isDrafting, failed],
  )
  const doStep = async (step: CommitPushPrStep): Promise<void> => {
    if (step === 'branch') {
      await api.command('changes.switch', { placeId, name: branch, create: true })
      return
    }
    if (step === 'commit') {
      setOutput((await api.command('changes.commit', { placeId, message: text, amend: false })).messages)
      return
    }
    if (step === 'push') {
      await api.command('changes.sync', { placeId, act: 'push' })
      return
    }
    await api.command('pulls.create', { placeId, ...textsOf(text), isDraft })
  }
  const send = (steps: readonly CommitPushPrStep[]) => {
    setProblem(null)
    const all = async () => {
      for (const step of steps) {
        if (!isOpen()) return
        setBusy(step)
        await doStep(step)
      }
    }
    all()
      .catch(failed)
      .finally(() => {
        setBusy(null)
        onChanged()
      })
  }
  return { text, setText, branch, setBranch, isDraft, setIsDraft, busy, problem, output, draft, send }
}

/** Returns a function that says whether the component is still shown. */
function useIsOpen(): () => boolean {
  const open = useRef(false)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  return useCallback(() => open.current, [])
}
