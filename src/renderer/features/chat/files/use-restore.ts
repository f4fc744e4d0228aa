import { useState } from 'react'
import type { CheckpointResult, FileRestored, FilesAlong } from '#shared/checkpoint/checkpoint.ts'
import type { EventId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useChat } from '../chat-context.ts'
import type { RestoreRequest } from './files-request.ts'
import { useLeftWords } from './left-reasons.ts'
import { sortedResult } from './restore-choice.ts'

type Ends = {
  readonly onDone: () => void
  /** Some files were left alone; the panel says which. */
  readonly onLeft: (left: readonly FileRestored[]) => void
}

/** Puts the chosen files back, alone or with a move in the conversation. Each has a way to be taken back itself. */
export function useRestore(request: RestoreRequest, { onDone, onLeft }: Ends) {
  const t = useText()
  const { api, app, toast } = useChat()
  const leftWords = useLeftWords()
  const [busy, setBusy] = useState(false)
  const { sessionId, direction, scope, together } = request

  const tell = (text: string, onAct: () => void, label = t('chat.rewoundUndo')) =>
    toast?.({ mark: 'done', text, action: { label, onAct }, seconds: 12 })
  const warn = (result: CheckpointResult | null) => {
    const { left } = sortedResult(result)
    if (left.length > 0) app.notify('warn', leftWords(left))
  }

  const backAgain = async (files: FilesAlong['files']) => {
    const other = direction === 'undo' ? 'redo' : 'undo'
    warn(await api.command(`checkpoint.${other}`, { sessionId, scope, files }))
  }
  const alone = async (along: FilesAlong) => {
    const result = await api.command(`checkpoint.${direction}`, { sessionId, scope, ...along })
    const { done, left } = sortedResult(result)
    if (together?.with === 'finish' && left.length === 0)
      await api.command('checkpoint.leave', { sessionId, begun: together.begun })
    const words = direction === 'undo' ? 'files.putBack' : 'files.madeAgain'
    const back = t(direction === 'undo' ? 'files.redoThis' : 'files.undoThis')
    if (done.length > 0) tell(t(words, { count: done.length }), () => app.attempt(backAgain(done)), back)
    if (left.length === 0) onDone()
    else onLeft(left)
  }
  const { rewind, forward, again } = useMoving(request, { tell, warn, onDone })
  const attempt = (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    app.attempt(work().finally(() => setBusy(false)))
  }
  return {
    busy,
    restore: (along: FilesAlong) =>
      attempt(async () => {
        if (together?.with === 'rewind') return rewind(together, along)
        if (together?.with === 'forward') return forward(together, along)
        if (together?.with === 'again') return again(together.answer, along)
        if (together?.with !== 'resend') return alone(along)
        together.onChoose(along)
        onDone()
      }),
    moveOnly: () =>
      attempt(async () => {
        if (together?.with === 'rewind') await rewind(together, null)
        if (together?.with === 'forward') await forward(together, null)
        if (together?.with === 'again') await again(together.answer, null)
      }),
  }
}

type Telling = {
  readonly tell: (text: string, onAct: () => void) => void
  /** Says how many files were left alone, if any were. */
  readonly warn: (result: CheckpointResult | null) => void
  readonly onDone: () => void
}

/** Returns the conversation moves, with these files or without any. */
function useMoving({ sessionId }: RestoreRequest, { tell, warn, onDone }: Telling) {
  const t = useText()
  const { api, app, toast } = useChat()
  const rewind = async (move: { readonly to: EventId; readonly leaf: EventId }, along: FilesAlong | null) => {
    const { to, leaf } = move
    const result = await api.command('session.rewind', {
      sessionId,
      to,
      ...(along === null ? {} : { along }),
    })
    const { done } = sortedResult(result)
    const back = async () => {
      const files = done.length === 0 ? {} : { along: { files: done, since: to } }
      warn(await api.command('session.visit', { sessionId, eventId: leaf, ...files }))
    }
    const text = done.length === 0 ? t('chat.rewound') : t('files.rewound', { count: done.length })
    tell(text, () => app.attempt(back()))
    warn(result)
    onDone()
  }

  const forward = async (
    move: { readonly from: EventId; readonly leaf: EventId },
    along: FilesAlong | null,
  ) => {
    const { from, leaf } = move
    const files = along === null ? {} : { along: { ...along, since: from } }
    const result = await api.command('session.visit', { sessionId, eventId: leaf, ...files })
    warn(result)
    onDone()
  }

  const again = async (answer: EventId, along: FilesAlong | null) => {
    const files = along === null ? {} : { along }
    const result = await api.command('session.answerAgain', { sessionId, eventId: answer, ...files })
    const { done } = sortedResult(result)
    if (done.length > 0)
      toast?.({ mark: 'done', text: t('files.putBack', { count: done.length }), seconds: 8 })
    warn(result)
    onDone()
  }

  return { rewind, forward, again }
}
