import type { ChangedFile } from '#shared/changes/changes.ts'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { CodeProblem } from '#shared/problems/problem.ts'
import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import type { Comment } from '../../../store/review-store.ts'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { placeOf } from '../change-rows.ts'
import type { BlamedFile } from '../history/BlameDialog.tsx'
import { LineCount } from '../LineCount.tsx'
import { ProblemsBlock } from '../ProblemsBlock.tsx'
import type { Acts } from '../use-acts.ts'
import { DecisionsBlock } from './DecisionsBlock.tsx'
import { OriginBlock, type ShownHunk } from './OriginBlock.tsx'
import { Block, Figure } from './ReviewBlock.tsx'

type ReviewPaneProps = {
  readonly api: Data
  readonly app: AppStore
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  readonly files: readonly ChangedFile[]
  readonly comments: readonly Comment[]
  /** Changes when something may have been discarded or put back. */
  readonly version: unknown
  readonly acts: Acts
  readonly sending: boolean
  /** The hunk under the cursor; null before one is chosen. */
  readonly shown: ShownHunk | null
  readonly onShow: (comment: Comment) => void
  readonly onProblem: (problem: CodeProblem) => void
  readonly onBlame: (file: BlamedFile) => void
  readonly onSend: () => void
}

/** The progress of the review, the comments that wait, and the discarded changes. */
export function ReviewPane(props: ReviewPaneProps) {
  const { api, app, projectId, placeId, files, comments, version, acts } = props
  const t = useText()
  const dateText = useDateText()
  const discarded = useQuery('changes.discarded', { placeId }, { reasons: [version] })
  const blamed = blamedIn(props.shown)
  const place = placeIn(props.shown)
  const staged = files.filter((file) => file.staged && !file.unstaged).length
  const mixed = files.filter((file) => file.staged && file.unstaged).length
  return (
    <div className="grid min-h-0 content-start gap-0 overflow-auto">
      <ProblemsBlock projectId={projectId} placeId={placeId} onOpen={props.onProblem} />
      <DecisionsBlock api={api} app={app} placeId={placeId} version={version} acts={acts} />
      <Block title={t('changes.staging')} note={t('changes.fileCount', { count: files.length })}>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 text-sm">
          <Figure name={t('changes.stage.staged')} value={staged} />
          <Figure name={t('changes.stage.mixed')} value={mixed} />
          <Figure name={t('changes.stage.unstaged')} value={files.length - staged - mixed} />
        </dl>
      </Block>
      <Block title={t('changes.comments')} note={t('changes.pendingCount', { count: comments.length })}>
        {comments.length === 0 ? <p className="text-fg-3 text-sm">{t('changes.noComments')}</p> : null}
        <ul className="-mx-2 grid gap-1">
          {comments.map((comment) => (
            <li key={comment.id}>
              <button
                type="button"
                onClick={() => props.onShow(comment)}
                className="w-full rounded-md px-2 py-1 text-left hover:bg-hover"
              >
                <span className="plain-code block truncate text-fg-3 text-xs">
                  <ForeignText text={`${comment.path.split('/').at(-1) ?? ''}:${comment.line}`} />
                </span>
                <span className="line-clamp-2 text-sm">
                  <ForeignText text={comment.text} prose />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {comments.length === 0 ? null : (
          <Button look="primary" disabled={props.sending} onClick={props.onSend}>
            {t('changes.send', { count: comments.length })} <Kbd keys={['Mod', 'Shift', 'Enter']} onInk />
          </Button>
        )}
      </Block>
      {props.shown === null ? null : (
        <OriginBlock api={api} app={app} projectId={projectId} placeId={placeId} shown={props.shown} />
      )}
      {place === null ? null : (
        <div className="flex flex-wrap gap-2 px-4 pb-4">
          <Button size="small" onClick={() => acts.openAtLine(place)}>
            {t('changes.openInEditor')}
          </Button>
          {blamed === null ? null : (
            <Button size="small" onClick={() => props.onBlame(blamed)}>
              {t('changes.blame')}
            </Button>
          )}
        </div>
      )}
      {discarded.problem === null ? null : <Failure message={discarded.problem} onRetry={discarded.reload} />}
      {(discarded.data ?? []).length === 0 ? null : (
        <Block title={t('changes.discardedTitle')} note={t('changes.keptCopies')}>
          <ul className="grid gap-1">
            {(discarded.data ?? []).map((change) => (
              <li key={change.id} className="flex items-center gap-2 text-sm">
                <span className="min-w-0 flex-1">
                  <span className="plain-code block truncate text-xs">
                    <ForeignText text={change.path} />
                  </span>
                  <span className="figures text-fg-3 text-xs">
                    {dateText(change.at)} <LineCount added={change.added} removed={change.removed} />
                  </span>
                </span>
                <Button
                  size="small"
                  aria-label={t('changes.restoreOf', { path: change.path })}
                  onClick={() => acts.restore([change.id])}
                >
                  {t('changes.restore')}
                </Button>
              </li>
            ))}
          </ul>
        </Block>
      )}
    </div>
  )
}

/** Git can blame a file that it knows and that still exists. */
const blamedIn = (shown: ShownHunk | null): BlamedFile | null =>
  shown?.file.kind === 'untracked' ? null : placeIn(shown)

/** The first changed line of the hunk under the cursor, in a file that still exists. */
function placeIn(shown: ShownHunk | null): BlamedFile | null {
  if (shown === null || shown.file.kind === 'deleted') return null
  return { path: shown.file.path, line: Math.max(placeOf(shown.hunk).line, 1) }
}
