import { useEffect, useMemo, useState } from 'react'
import type { FolderEntries } from '#shared/file/project-file.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/controls/Menu.tsx'
import { carryPlace } from '../../../ui/drag/dragged-place.ts'
import { Tree } from '../../../ui/lists/Tree.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import type { FileActs } from '../use-file-acts.ts'
import { type FileRow, foldersAround, TOP, treeRows } from './tree-rows.ts'

type ProjectTreeProps = {
  readonly projectId: ProjectId
  /** The file in the editor, which the tree shows; null for none. */
  readonly active: string | null
  readonly acts: FileActs
  readonly onOpen: (path: string) => void
}

/** Folders that are open at once. */
const MOST_OPEN = 299

/** The files of the project as a tree. Folders are read when they are opened; what Git ignores is dimmed. */
export function ProjectTree({ projectId, active, acts, onOpen }: ProjectTreeProps) {
  const t = useText()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<string | null>(active)
  useEffect(() => {
    if (active === null) return
    setOpen((before) => new Set([...before, ...foldersAround(active)]))
    setCursor(active)
  }, [active])
  const paths = useMemo(() => [TOP, ...[...open].slice(-MOST_OPEN)], [open])
  const read = useQuery('file.folders', { projectId, paths }, { keep: true })
  const rows = useMemo(() => {
    const lists = new Map<string, FolderEntries>()
    for (const [at, path] of (read.request?.paths ?? []).entries()) {
      const list = read.data?.[at]
      if (list != null) lists.set(path, list)
    }
    return treeRows(lists, open, {
      ignored: t('editor.ignored'),
      link: t('editor.link'),
      more: (count) => t('editor.moreEntries', { count }),
    })
  }, [read.data, read.request, open, t])
  const toggle = (path: string, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, path] : [...before].filter((each) => each !== path)))
  const act = (id: string) => {
    const row = rows.find((each) => each.id === id)
    if (row?.kind === 'folder') toggle(row.path, row.expanded !== true)
    else if (row?.kind === 'file' || row?.kind === 'link') onOpen(row.path)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {read.problem === null ? null : (
        <div className="p-3">
          <Failure message={read.problem} onRetry={read.reload} />
        </div>
      )}
      {read.data === null && read.problem === null ? (
        <div className="p-3">
          <Placeholder rows={8} />
        </div>
      ) : null}
      {read.data !== null && rows.length === 0 ? (
        <p className="px-4 py-2 text-fg-3 text-sm">{t('editor.emptyFolder')}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <Tree
          opensOnClick
          label={t('editor.treeOf')}
          rows={rows}
          cursor={rows.some(({ id }) => id === cursor) ? cursor : (rows[0]?.id ?? null)}
          deepest={8}
          onCursor={setCursor}
          onToggle={toggle}
          onOpen={act}
          draw={(row) => <Entry row={row} acts={acts} isActive={row.path === active} />}
        />
      )}
    </div>
  )
}

type EntryProps = { readonly row: FileRow; readonly acts: FileActs; readonly isActive: boolean }

function Entry({ row, acts, isActive }: EntryProps) {
  const t = useText()
  const { path, name, kind, ignored, expanded } = row
  if (kind === 'more') return <span className="text-fg-3 text-xs">{name}</span>
  const isFolder = kind === 'folder'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a mouse drags; Add to chat does the same
    <span
      draggable={!isFolder}
      onDragStart={(event) => carryPlace(event.dataTransfer, { path, lines: null })}
      className={classNames('group flex min-w-0 grow items-center gap-1.5', ignored && 'opacity-60')}
    >
      {isFolder ? (
        <Icon name={expanded === true ? 'down' : 'right'} size="xs" className="shrink-0 text-fg-3" />
      ) : (
        <span className="w-3 shrink-0" />
      )}
      <Icon
        name={isFolder ? (expanded === true ? 'folder-open' : 'folder') : kind === 'link' ? 'link' : 'file'}
        size="s"
        className="shrink-0 text-fg-3"
      />
      <span className={classNames('min-w-0 grow truncate text-sm', isActive && 'font-semibold')} title={path}>
        <ForeignText text={name} />
      </span>
      {isFolder ? null : (
        <span className="opacity-0 focus-within:opacity-100 group-hover:opacity-100">
          <Menu
            trigger={
              <IconButton
                icon="more"
                size="small"
                tabIndex={-1}
                label={t('editor.actions', { path })}
                onClick={(event) => event.stopPropagation()}
              />
            }
            items={acts.menuOf(path)}
          />
        </span>
      )}
    </span>
  )
}
