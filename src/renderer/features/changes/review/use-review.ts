import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ChangedFile, FileChange } from '#shared/changes/changes.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import type { Data } from '../../../data/data.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { NO_REVIEW, type ReviewStore } from '../../../store/review-store.ts'
import type { ShowToast } from '../../../ui/panes/Toast.tsx'
import { hunkKey, placeOf } from '../change-rows.ts'
import { commentMessage } from './comments.ts'

type Place = {
  readonly api: Data
  readonly app: AppStore
  readonly reviews: ReviewStore
  readonly toast: ShowToast
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  /** The chat that reads the comments; null for a new one. */
  readonly sessionId: SessionId | null
}

/** The hunk that is being commented, and the comment that is being edited. */
export type Writing = { readonly hunk: string; readonly id: string | null }

export type ReviewDraft = ReturnType<typeof useReview>

/** The comments, marks and message of the review, which outlive the page. */
export function useReview(
  { api, app, reviews, projectId, placeId, sessionId, toast }: Place,
  changeOf: (path: string) => FileChange | null,
) {
  const t = useText()
  const say = useProblemWords()
  const review = useStore(reviews.store, (all) => all[placeId]) ?? NO_REVIEW
  const mode = useStore(app.store, (state) => state.settings.permissionMode)
  const [writing, write] = useState<Writing | null>(null)
  const [sending, setSending] = useState(false)
  const change = (changes: Partial<typeof review>) => reviews.change(placeId, changes)
  const { reviewed: marks } = review
  const reviewed = useMemo(() => {
    const isSame = ([path, mark]: readonly [string, string]) => {
      const digest = digestOf(changeOf(path))
      return digest === null || digest === mark
    }
    return new Set(
      Object.entries(marks)
        .filter(isSame)
        .map(([path]) => path),
    )
  }, [marks, changeOf])
  const save = (text: string, files: readonly ChangedFile[]) => {
    if (writing === null) return
    write(null)
    if (writing.id !== null)
      return change({
        comments: review.comments.map((each) => (each.id === writing.id ? { ...each, text } : each)),
      })
    for (const { path } of files) {
      const content = changeOf(path)?.content
      const hunk =
        content?.kind === 'text'
          ? content.hunks.find(({ id }) => hunkKey(path, id) === writing.hunk)
          : undefined
      if (hunk === undefined) continue
      const { line, quote } = placeOf(hunk)
      change({
        comments: [
          ...review.comments,
          { id: crypto.randomUUID(), path, hunk: writing.hunk, line, quote, text },
        ],
      })
      return
    }
  }
  const send = () => {
    if (review.comments.length === 0 || sending) return
    setSending(true)
    const text = commentMessage(review.comments, t('changes.messageOpening'))
    const target =
      sessionId === null
        ? ({ to: 'project', projectId, permissionMode: mode } as const)
        : ({ to: 'session', sessionId } as const)
    api
      .command('session.send', { target, text, images: [] })
      .then(({ sessionId: sent }) => {
        change({ comments: [] })
        const open = () => app.openSession(sent, projectId)
        toast({
          mark: 'done',
          text: t('changes.sent'),
          action: { label: t('changes.openChat'), onAct: open },
          seconds: 10,
        })
      })
      .catch((error: unknown) => app.notify('error', say(problemOf(error))))
      .finally(() => setSending(false))
  }
  return {
    message: review.message,
    setMessage: (message: string) => change({ message }),
    comments: review.comments,
    remove: (id: string) => change({ comments: review.comments.filter((each) => each.id !== id) }),
    reviewed,
    setReviewed: ({ path }: ChangedFile, is: boolean) => {
      const { [path]: _gone, ...others } = review.reviewed
      change({ reviewed: is ? { ...others, [path]: digestOf(changeOf(path)) ?? '' } : others })
    },
    writing,
    write,
    save,
    send,
    sending,
  }
}

/** Returns a text that changes with the hunks of a file; null where they are not loaded. */
function digestOf(change: FileChange | null): string | null {
  if (change === null) return null
  const { content } = change
  return content.kind === 'text' ? content.hunks.map(({ id }) => id).join() : content.kind
}
