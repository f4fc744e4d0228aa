import { useMemo, useState } from 'react'
import type { CheckpointScope, FileId, FileRestored } from '#shared/checkpoint/checkpoint.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { FileCard } from './FileCard.tsx'
import type { RestoreRequest } from './files-request.ts'
import { useLeftReason } from './left-reasons.ts'
import { RestoreButtons } from './RestoreButtons.tsx'
import { choiceOf } from './restore-choice.ts'
import { useRestore } from './use-restore.ts'

type RestorePartProps = { readonly request: RestoreRequest; readonly onClose: () => void }

/** Shows the preview of undo or redo per file, with the button. Nothing changes before that. */
export function RestorePart({ request, onClose }: RestorePartProps) {
  const t = useText()
  const { sessionId, direction, files } = request
  const [scope, setScope] = useState<CheckpointScope>(request.scope)
  const [turned, setTurned] = useState<ReadonlySet<FileId>>(new Set())
  const [left, setLeft] = useState<readonly FileRestored[]>([])
  const { data, problem, reload } = useQuery(
    'checkpoint.preview',
    { sessionId, direction, scope, ...(files === null ? {} : { files: [...files] }) },
    { keep: true },
  )
  const chosen = useMemo(() => choiceOf(data?.files ?? [], turned), [data, turned])
  const { busy, restore, moveOnly } = useRestore(
    { ...request, scope },
    {
      onDone: onClose,
      onLeft: (files) => {
        setLeft(files)
        setTurned(new Set())
        reload()
      },
    },
  )
  const turn = (file: FileId) => {
    const next = new Set(turned)
    if (!next.delete(file)) next.add(file)
    setTurned(next)
  }
  return (
    <>
      {request.after === null ? null : <Reach request={request} scope={scope} onScope={setScope} />}
      {data === null ? null : <MoveAsk request={request} count={data.files.length} />}
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      {left.length === 0 ? null : <LeftAlone left={left} />}
      {data === null ? problem === null ? <Placeholder rows={6} rowHeight={28} /> : null : null}
      {data?.files.length === 0 ? (
        <p className="text-fg-3 text-sm">
          {t(direction === 'undo' ? 'files.nothingToUndo' : 'files.nothingToRedo')}
        </p>
      ) : null}
      {data?.files.map((file) => (
        <FileCard
          key={file.file}
          file={file}
          request={request}
          scope={scope}
          isChosen={chosen.files.includes(file.file)}
          startsOpen={data.files.length <= MOST_OPEN || file.outcome === 'conflict'}
          onTurn={() => turn(file.file)}
        />
      ))}
      {direction === 'undo' ? <p className="text-fg-3 text-xs">{t('files.commands')}</p> : null}
      <RestoreButtons
        request={request}
        count={chosen.files.length}
        busy={busy || data === null}
        onCancel={onClose}
        onMoveOnly={moveOnly}
        onRestore={() => restore(chosen)}
      />
    </>
  )
}

/** With more files than this the differences wait until they are asked for. */
const MOST_OPEN = 3

/** The files that were left as they were, each with its reason. What can be overwritten has a card below as well. */
function LeftAlone({ left }: { readonly left: readonly FileRestored[] }) {
  const t = useText()
  const reasonOf = useLeftReason()
  return (
    <Banner>
      <p>{t('files.leftAloneShort', { count: left.length })}</p>
      <ul className="mt-1 grid gap-1">
        {left.map((each) => (
          <li key={each.file} className="text-fg-2">
            {reasonOf(each)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** That the conversation can move alone, or with the files. */
function MoveAsk({ request, count }: { readonly request: RestoreRequest; readonly count: number }) {
  const t = useText()
  const move = request.together?.with
  if (move !== 'rewind' && move !== 'forward' && move !== 'again') return null
  return <p className="text-fg-2 text-sm">{t(`files.${move}Ask`, { count })}</p>
}

type ReachProps = {
  readonly request: RestoreRequest
  readonly scope: CheckpointScope
  readonly onScope: (scope: CheckpointScope) => void
}

function Reach({ request, scope, onScope }: ReachProps) {
  const t = useText()
  return (
    <span>
      <Segmented
        label={t('files.reach')}
        value={scope === request.after ? 'after' : 'run'}
        onChange={(next) =>
          onScope(next === 'after' && request.after !== null ? request.after : request.scope)
        }
        options={[
          { value: 'run', label: t('files.reachRun') },
          { value: 'after', label: t('files.reachAfter') },
        ]}
      />
    </span>
  )
}
