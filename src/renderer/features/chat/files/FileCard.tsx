import { useId, useState } from 'react'
import type { CheckpointScope, FilePreview } from '#shared/checkpoint/checkpoint.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { Delta } from '../inspector/Delta.tsx'
import { Difference } from './FileChangesView.tsx'
import type { RestoreRequest } from './files-request.ts'

type FileCardProps = {
  readonly file: FilePreview
  readonly request: RestoreRequest
  readonly scope: CheckpointScope
  readonly isChosen: boolean
  readonly startsOpen: boolean
  readonly onTurn: () => void
}

/** One file of a preview: whether it goes along, what happens to it, and the difference that makes. */
export function FileCard({ file, request, scope, isChosen, startsOpen, onTurn }: FileCardProps) {
  const t = useText()
  const body = useId()
  const [open, setOpen] = useState(startsOpen)
  const { path, outcome, reason, diff } = file
  const isConflict = outcome === 'conflict'
  const isStuck = outcome === 'refused' || outcome === 'unchanged'
  return (
    <article aria-label={path} className="grid gap-2 rounded-md border border-line p-2">
      <header className="figures flex min-h-(--h-row) min-w-0 items-center gap-2 text-sm">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 items-center gap-2 text-left"
        >
          <Icon name={open ? 'down' : 'right'} size="xs" className="shrink-0 text-fg-3" />
          {isConflict || outcome === 'refused' ? <Mark state={isConflict ? 'wait' : 'fail'} /> : null}
          <span className="min-w-0 truncate plain-code">
            <ForeignText text={path} />
          </span>
        </button>
        <span className="shrink-0 text-fg-3 text-xs">
          {t(`files.act.${reason?.obstacle === 'interrupted' ? 'interrupted' : outcome}`)}
        </span>
        {diff.kind === 'diff' ? <Delta added={diff.diff.added} removed={diff.diff.removed} /> : null}
        <span className="grow" />
        {isConflict || isStuck ? null : (
          <Checkbox
            label={t(request.direction === 'undo' ? 'files.undoThis' : 'files.redoThis')}
            checked={isChosen}
            onChange={onTurn}
          />
        )}
      </header>
      {reason === null ? null : (
        <p className="text-fg-2 text-sm">{t(`files.obstacle.${reason.obstacle}`, { path })}</p>
      )}
      {open ? (
        <div id={body} className="grid gap-2">
          {isConflict ? <Since request={request} scope={scope} file={file} /> : null}
          {outcome === 'refused' ? null : (
            <Difference title={t(isConflict ? 'files.would' : 'files.from')} diff={diff} />
          )}
        </div>
      ) : null}
      {isConflict ? (
        <Checkbox label={t('files.overwrite', { path })} checked={isChosen} onChange={onTurn} />
      ) : null}
    </article>
  )
}

type SinceProps = Pick<FileCardProps, 'file' | 'request' | 'scope'>

/** Shows the change that blocks undo: from the agent's version to the current one. */
function Since({ file: { file }, request: { sessionId }, scope }: SinceProps) {
  const t = useText()
  const { data } = useQuery('checkpoint.look', { sessionId, scope, file })
  return data === null || data.since === null ? null : (
    <Difference title={t('files.since')} diff={data.since} />
  )
}
