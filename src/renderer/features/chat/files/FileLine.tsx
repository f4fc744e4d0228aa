import type { CheckpointDirection, CheckpointObstacle } from '#shared/checkpoint/checkpoint.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { carryPlace } from '../../../ui/drag/dragged-place.ts'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { Delta } from '../inspector/Delta.tsx'
import type { FileRow } from './file-rows.ts'

type FileLineProps = {
  readonly row: FileRow
  readonly onShow: () => void
  readonly onPut: (direction: CheckpointDirection) => void
}

/** One line of the changed files, with its way back at the end. The tree around it is the one Tab stop. */
export function FileLine({ row, onShow, onPut }: FileLineProps) {
  const t = useText()
  const name = useName(row)
  const isUndone = row.state === 'undone'
  const label = t(isUndone ? 'files.redo' : 'files.undo', { name })
  return (
    <>
      {row.expanded === null ? null : (
        <Icon name={row.expanded ? 'down' : 'right'} size="xs" className="text-fg-3" />
      )}
      {row.kind === 'file' && row.obstacle !== null ? <ObstacleMark obstacle={row.obstacle} /> : null}
      {row.kind === 'file' ? (
        <PathWords path={row.path} isUndone={isUndone} onShow={onShow} />
      ) : (
        <span className={classNames('min-w-0 grow truncate text-sm', isUndone && 'text-fg-3')}>{name}</span>
      )}
      {/* The space keeps the words apart in what is read aloud. */}{' '}
      {row.kind === 'file' && row.byCommand ? (
        <span
          title={t(row.interrupted ? 'files.interrupted' : 'files.byCommand')}
          className="shrink-0 text-fg-3"
        >
          <Icon name="terminal" size="xs" />
        </span>
      ) : null}{' '}
      {row.state === 'standing' ? null : (
        <span className="shrink-0 text-fg-3 text-xs">
          {t(isUndone ? 'files.undone' : 'files.partlyUndone')}
        </span>
      )}
      {isUndone || row.kind === 'kept' ? null : <Delta {...row.lines} />}
      <IconButton
        icon="undo"
        size="small"
        tabIndex={-1}
        label={label}
        className={isUndone ? '-scale-x-100' : ''}
        onClick={() => onPut(isUndone ? 'redo' : 'undo')}
      />
    </>
  )
}

/** A conflict can be overwritten by choice; a lost content is final. */
function ObstacleMark({ obstacle }: { readonly obstacle: CheckpointObstacle }) {
  const t = useText()
  if (GONE.has(obstacle)) return <Mark state="fail" label={t('files.act.refused')} />
  const word = obstacle === 'interrupted' ? 'interrupted' : 'conflict'
  return <Mark state="wait" label={t(`files.act.${word}`)} />
}

const GONE: ReadonlySet<CheckpointObstacle> = new Set(['not_seen', 'not_kept', 'evicted', 'damaged'])

type PathWordsProps = { readonly path: string; readonly isUndone: boolean; readonly onShow: () => void }

function PathWords({ path, isUndone, onShow }: PathWordsProps) {
  const slash = path.lastIndexOf('/')
  return (
    <button
      type="button"
      tabIndex={-1}
      title={path}
      draggable
      onDragStart={(event) => carryPlace(event.dataTransfer, { path, lines: null })}
      onClick={onShow}
      className="flex min-w-0 grow items-baseline gap-2 text-left hover:underline"
    >
      <span
        className={classNames('min-w-0 truncate plain-code text-sm', isUndone && 'text-fg-3 line-through')}
      >
        <ForeignText text={path.slice(slash + 1)} />
      </span>{' '}
      <span className="min-w-0 shrink-[4] truncate text-fg-3 text-xs">
        <ForeignText text={path.slice(0, Math.max(0, slash))} />
      </span>
    </button>
  )
}

function useName(row: FileRow): string {
  const t = useText()
  const dateText = useDateText()
  if (row.kind === 'file') return row.path
  if (row.kind === 'kept') return t('files.keptCopy', { when: dateText(row.at) })
  return row.run.text || t('files.wentOn')
}
