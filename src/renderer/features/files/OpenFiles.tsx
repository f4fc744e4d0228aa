import { useText } from '../../messages/TextProvider.tsx'
import type { ShownFile } from '../../store/files-store.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { carryPlace } from '../../ui/drag/dragged-place.ts'
import { useRoving } from '../../ui/hooks/roving.ts'
import { Row } from '../../ui/lists/Row.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import type { FileActs } from './use-file-acts.ts'

type OpenFilesProps = {
  readonly open: readonly ShownFile[]
  readonly active: string | null
  readonly acts: FileActs
  readonly onSelect: (path: string) => void
}

/** The open files. Delete closes one; a dot marks an unsaved text. */
export function OpenFiles({ open, active, acts, onSelect }: OpenFilesProps) {
  const t = useText()
  const roving = useRoving('[data-file]')
  if (open.length === 0) return <p className="px-4 py-2 text-fg-3 text-sm">{t('editor.noneOpen')}</p>
  return (
    <ul aria-label={t('editor.open')} onKeyDown={roving} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
      {open.map((each) => (
        <li key={each.path} className="group flex items-center rounded-sm hover:bg-hover">
          <Row
            data-file
            current={each.path === active}
            tabIndex={each.path === (active ?? open[0]?.path) ? 0 : -1}
            title={each.path}
            draggable
            onDragStart={(event) => carryPlace(event.dataTransfer, { path: each.path, lines: null })}
            onClick={() => onSelect(each.path)}
            onKeyDown={(event) => {
              if (event.key === 'Delete') acts.close(each.path)
            }}
            className="min-w-0 grow"
          >
            <FileName path={each.path} />
            {each.unsaved === null ? null : (
              <>
                <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />
                <span className="unseen">{t('editor.unsaved')}</span>
              </>
            )}
          </Row>
          <span className="opacity-0 focus-within:opacity-100 group-hover:opacity-100">
            <IconButton
              icon="x"
              size="small"
              tabIndex={-1}
              label={t('editor.close', { path: each.path })}
              onClick={() => acts.close(each.path)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A file by its name, with its folder. */
export function FileName({ path }: { readonly path: string }) {
  const slash = path.lastIndexOf('/')
  return (
    <span className="flex min-w-0 grow items-baseline gap-2">
      <span className="min-w-0 truncate">
        <ForeignText text={path.slice(slash + 1)} />
      </span>
      {slash < 0 ? null : (
        <span className="min-w-0 flex-1 truncate text-fg-3 text-xs">
          <ForeignText text={path.slice(0, slash)} />
        </span>
      )}
    </span>
  )
}
