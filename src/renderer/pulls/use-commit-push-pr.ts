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

/** The step that failed, and why. */
export type CommitPushPrFailure = {
  readonly step: CommitPushPrStep | 'draft'
  readonly reason: string
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
  const [failed, setFailed] = useState<CommitPushPrFailure | null>(null)
  const [output, setOutput] = useState('')
  const isOpen = useIsOpen()
  const isDrafting = busy === 'draft'
  const fail = useCallback(
    (step: CommitPushPrFailure['step'], error: unknown) => {
      const found = problemOf(error)
      if (found.code !== 'cancelled') setFailed({ step, reason: say(found) })
    },
    [say],
  )
  const draft = useCallback(
    (isStaged: boolean) => {
      if (isDrafting)
        return void api
          .command('changes.stopDraft', { projectId })
          .catch((error: unknown) => fail('draft', error))
      setBusy('draft')
      setFailed(null)
      const asked = isStaged
        ? api.command('changes.draft', { placeId, amend: false }).then(({ message }) => message)
        : api.command('pulls.draft', { placeId }).then(({ title, body }) => `${title}\n\n${body}`.trim())
      asked
        // What was typed meanwhile is the person's own.
        .then((drafted) => setText((typed) => (typed.trim() === '' ? drafted : `${drafted}\n\n${typed}`)))
        .catch((error: unknown) => fail('draft', error))
        .finally(() => setBusy(null))
    },
    [api, projectId, placeId, isDrafting, fail],
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
    setFailed(null)
    const all = async () => {
      for (const step of steps) {
        if (!isOpen()) return
        setBusy(step)
        try {
          await doStep(step)
        } catch (error) {
          return fail(step, error)
        }
      }
    }
    void all().finally(() => {
      setBusy(null)
      onChanged()
    })
  }
  return { text, setText, branch, setBranch, isDraft, setIsDraft, busy, failed, output, draft, send }
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
