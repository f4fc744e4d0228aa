import type { ChangedFile } from '#shared/changes/changes.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { carryPlace } from '../../ui/drag/dragged-place.ts'
import { useAddToMessage } from '../../ui/drag/MessageDropArea.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { LineCount } from './LineCount.tsx'

export type FileAct = 'accept' | 'stage' | 'unstage' | 'discard' | 'resolve'

type FileHeadProps = {
  readonly file: ChangedFile
  readonly closed: boolean
  readonly reviewed: boolean
  readonly acts: readonly FileAct[]
  readonly onToggle: () => void
  readonly onReviewed: (reviewed: boolean) => void
  readonly onAct: (act: FileAct) => void
}

/** The line above a file: its path, what became of it, and acts on the whole file. */
export function FileHead(props: FileHeadProps) {
  const { file, closed, reviewed, acts } = props
  const t = useText()
  const add = useAddToMessage()
  const place = { path: file.path, lines: null }
  const slash = file.path.lastIndexOf('/')
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-2 border-line border-t bg-canvas px-2">
      <button
        type="button"
        aria-expanded={!closed}
        draggable
        onDragStart={(event) => carryPlace(event.dataTransfer, place)}
        onClick={props.onToggle}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left"
      >
        <Icon name={closed ? 'right' : 'down'} size="s" className="text-fg-3" />
        <span className="plain-code min-w-0 truncate text-sm">
          <span className="text-fg-3">
            <ForeignText text={file.path.slice(0, slash + 1)} />
          </span>
          <b className="font-semibold">
            <ForeignText text={file.path.slice(slash + 1)} />
          </b>
        </span>
        {file.from === null ? null : (
          <span className="plain-code min-w-0 truncate text-fg-3 text-xs">
            ← <ForeignText text={file.from} />
          </span>
        )}
        <LineCount added={file.added} removed={file.removed} />
        {file.kind === 'modified' ? null : <Chip size="small">{t(`changes.kind.${file.kind}`)}</Chip>}
      </button>
      {add === null || file.kind === 'deleted' ? null : (
        <IconButton
          icon="chat"
          size="small"
          label={t('changes.addToChat', { path: file.path })}
          onClick={() => add(place)}
        />
      )}
      {acts.map((act) => (
        <Button key={act} size="small" look="ghost" onClick={() => props.onAct(act)}>
          {t(`changes.file.${act}`)}
        </Button>
      ))}
      <Checkbox label={t('changes.reviewed')} checked={reviewed} onChange={props.onReviewed} />
    </div>
  )
}
