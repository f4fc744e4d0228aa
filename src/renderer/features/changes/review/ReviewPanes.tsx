import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChangeList, ChangeScope } from '#shared/changes/changes.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import type { CodeProblem } from '#shared/problems/problem.ts'
import type { Data } from '../../../data/data.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import type { ReviewStore } from '../../../store/review-store.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useMatches } from '../../../ui/hooks/use-matches.ts'
import { Drawer } from '../../../ui/panes/Drawer.tsx'
import { type Pane, Panes } from '../../../ui/panes/Panes.tsx'
import type { ShowToast } from '../../../ui/panes/Toast.tsx'
import { ChangedFiles } from '../ChangedFiles.tsx'
import { ChangesPane } from '../ChangesPane.tsx'
import { CommitBox } from '../CommitBox.tsx'
import { hunkAt } from '../change-rows.ts'
import { useBlame } from '../history/BlameDialog.tsx'
import { useActs } from '../use-acts.ts'
import { useDiffs } from '../use-changes.ts'
import type { Draft } from '../use-draft.ts'
import type { ShownHunk } from './OriginBlock.tsx'
import { ReviewPane } from './ReviewPane.tsx'
import { useReview } from './use-review.ts'

type ReviewPanesProps = {
  readonly api: Data
  readonly app: AppStore
  readonly reviews: ReviewStore
  readonly toast: ShowToast
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  readonly scope: ChangeScope
  readonly sessionId: SessionId | null
  readonly list: ChangeList
  readonly version: number
  readonly refresh: () => void
  readonly draft: Draft
  /** Stands in the bar above the changes. */
  readonly extra: ReactNode
}

/** Files at the left, changes in the middle, the review at the right. */
export function ReviewPanes(props: ReviewPanesProps) {
  const { api, app, list, projectId, placeId } = props
  const t = useText()
  const wide = useMatches('(min-width: 1180px)')
  const [hideWhitespace, setHideWhitespace] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const diffs = useDiffs(props, list, hideWhitespace)
  const acts = useActs(props)
  const review = useReview(props, diffs.of)
  const [show, setShow] = useState<{ readonly key: string } | null>(null)
  const [shown, setShown] = useState<ShownHunk | null>(null)
  const { onBlame, blame } = useBlame(placeId)
  const showProblem = problemOpener(acts, (problem) => hunkAt(list.files, diffs.of, problem), setShow)
  const files: Pane = {
    id: 'files',
    label: t('changes.files'),
    size: { min: 220, usual: 288, max: 420 },
    content: (
      <Side label={t('changes.files')}>
        <ChangedFiles
          files={list.files}
          cut={list.cut}
          reviewed={review.reviewed}
          onShow={({ path }) => setShow({ key: `file ${path}` })}
        />
        <CommitBox
          api={api}
          placeId={placeId}
          toast={props.toast}
          acts={acts}
          list={list}
          draft={props.draft}
          keepsBranch={projectId !== placeId}
          onSwitched={props.refresh}
          message={review.message}
          onMessage={review.setMessage}
        />
      </Side>
    ),
  }
  const changes: Pane = {
    id: 'changes',
    label: t('changes.list'),
    min: 360,
    content: (
      <ChangesPane
        {...props}
        diffs={diffs}
        acts={acts}
        review={review}
        show={show}
        hideWhitespace={hideWhitespace}
        onShown={setShown}
        onHideWhitespace={setHideWhitespace}
        extra={
          <>
            {props.extra}
            {wide ? null : <ShowReview count={review.comments.length} onShow={() => setIsOver(true)} />}
          </>
        }
      />
    ),
  }
  const summary: Pane = {
    id: 'review',
    label: t('changes.summary'),
    size: { min: 240, usual: 304, max: 420 },
    content: (
      <Side label={t('changes.summary')}>
        <ReviewPane
          api={api}
          app={app}
          projectId={projectId}
          placeId={placeId}
          acts={acts}
          shown={shown}
          onBlame={onBlame}
          version={props.version}
          comments={review.comments}
          sending={review.sending}
          files={list.files}
          onShow={(comment) => setShow({ key: comment.hunk })}
          onProblem={showProblem}
          onSend={review.send}
        />
      </Side>
    ),
  }
  useSendKey(review.send)
  const panes = wide ? [files, changes, summary] : [files, changes]
  return (
    <div className="min-h-0 flex-1">
      <Panes name={wide ? 'changes' : 'changes.narrow'} panes={panes} className="h-full" />
      {!wide && isOver ? <Over pane={summary} onClose={() => setIsOver(false)} /> : null}
      {blame}
    </div>
  )
}

/** Shows a problem at its hunk, or in the person's editor where no hunk is near it. */
function problemOpener(
  acts: Pick<ReturnType<typeof useActs>, 'openProblem'>,
  hunkOf: (problem: CodeProblem) => string | null,
  onShow: (hunk: { readonly key: string }) => void,
) {
  return (problem: CodeProblem) => {
    const key = hunkOf(problem)
    return key === null ? acts.openProblem(problem) : onShow({ key })
  }
}

/** The review as a drawer over the changes, in a narrow window. */
function Over({ pane, onClose }: { readonly pane: Pane; readonly onClose: () => void }) {
  return (
    <Drawer side="right" label={pane.label} onClose={onClose}>
      {pane.content}
    </Drawer>
  )
}

/** Sends the comments with Ctrl+Shift+Enter from anywhere on the page. */
function useSendKey(send: () => void) {
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      if (event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** A side pane of the changes. */
function Side({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} data-pane className="pane flex h-full min-h-0 flex-col bg-panel">
      {children}
    </section>
  )
}

/** The button that opens the review where the window has no room for its pane. */
function ShowReview({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const t = useText()
  return (
    <IconButton icon="panel-right" label={t('changes.showReview', { count })} size="small" onClick={onShow} />
  )
}
