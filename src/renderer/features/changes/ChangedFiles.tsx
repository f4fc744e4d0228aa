import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { ChangedFile } from '#shared/changes/changes.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { carryPlace } from '../../ui/drag/dragged-place.ts'
import { Tree } from '../../ui/lists/Tree.tsx'
import { PaneHead } from '../../ui/panes/PaneHead.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { type FileTreeRow, KIND_LETTERS, treeRows } from './change-rows.ts'
import { LineCount } from './LineCount.tsx'

type ChangedFilesProps = {
  readonly files: readonly ChangedFile[]
  readonly cut: boolean
  readonly reviewed: ReadonlySet<string>
  readonly onShow: (file: ChangedFile) => void
}

/** The changed files as a tree. Enter shows a file's changes. */
export function ChangedFiles({ files, cut, reviewed, onShow }: ChangedFilesProps) {
  const t = useText()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<string | null>(null)
  const rows = useMemo(
    () =>
      treeRows(files, closed, {
        file: ({ path, kind, added, removed }) => {
          const state = reviewed.has(path) ? [t('changes.reviewed')] : []
          const lines = added === null || removed === null ? [] : [t('changes.lines', { added, removed })]
          return [t(`changes.kind.${kind}`), ...lines, ...state].join(', ')
        },
        folder: ({ files: count }) => t('changes.filesIn', { count }),
      }),
    [files, closed, reviewed, t],
  )
  const toggle = (id: string, expanded: boolean) => {
    const next = new Set(closed)
    if (expanded) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  const open = (id: string) => {
    const row = rows.find((each) => each.id === id)
    if (row === undefined) return
    if (row.file === null) toggle(id, row.expanded === false)
    else onShow(row.file)
  }
  // A row of the tree is drawn again only when it differs.
  const newest = useRef(open)
  newest.current = open
  const onToggle = useCallback((id: string) => newest.current(id), [])
  const count = useMemo(() => files.filter(({ path }) => reviewed.has(path)).length, [files, reviewed])
  return (
    <>
      <PaneHead
        title={t('changes.files')}
        note={
          <span className="figures text-fg-3 text-xs">
            {t('changes.reviewedCount', { count, all: files.length })}
          </span>
        }
      />
      {files.length === 0 ? null : (
        <div aria-hidden="true" className="mx-4 mb-1 h-1 overflow-hidden rounded-full bg-select">
          <div className="h-full bg-ok" style={{ width: `${(100 * count) / files.length}%` }} />
        </div>
      )}
      <Tree
        label={t('changes.files')}
        rows={rows}
        cursor={cursor}
        onCursor={(id) => {
          setCursor(id)
          const row = rows.find((each) => each.id === id)
          if (row?.file) onShow(row.file)
        }}
        onToggle={toggle}
        onOpen={open}
        draw={(row) => (
          <TreeLine
            row={row}
            reviewed={row.file !== null && reviewed.has(row.file.path)}
            onToggle={onToggle}
          />
        )}
      />
      {cut ? (
        <p className="px-4 py-2 text-fg-3 text-xs">{t('changes.cut', { count: files.length })}</p>
      ) : null}
    </>
  )
}

type TreeLineProps = {
  readonly row: FileTreeRow
  readonly reviewed: boolean
  readonly onToggle: (id: string) => void
}

const TreeLine = memo(function TreeLine({ row, reviewed, onToggle }: TreeLineProps) {
  const t = useText()
  const { file, label, expanded, inside } = row
  if (file === null) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys
      // biome-ignore lint/a11y/noStaticElementInteractions: as above
      <span className="flex min-w-0 flex-1 items-center gap-2" onClick={() => onToggle(row.id)}>
        <Icon name={expanded === true ? 'down' : 'right'} size="s" className="text-fg-3" />
        <span className="min-w-0 truncate text-fg-2 text-sm">
          <ForeignText text={label} />
        </span>
        {/* The space keeps the words apart in what is read aloud. */} <span className="grow" />
        {inside === null ? null : (
          <>
            <span aria-hidden="true" className="figures text-fg-3 text-xs">
              {t('changes.filesIn', { count: inside.files })}
            </span>{' '}
            {inside.lines === null ? null : <LineCount {...inside.lines} silent />}
          </>
        )}
      </span>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the head of the file has a button for the same
    <span
      draggable
      onDragStart={(event) => carryPlace(event.dataTransfer, { path: file.path, lines: null })}
      className="flex min-w-0 flex-1 items-center gap-2"
    >
      <span className="grid size-4 shrink-0 place-items-center">
        {reviewed ? (
          <Icon name="check" size="s" className="text-ok" />
        ) : file.kind === 'conflicted' ? (
          <Icon name="alert" size="s" className="text-warn" />
        ) : (
          <span className="size-2 rounded-full inset-ring inset-ring-line-control" />
        )}
      </span>
      <span className="min-w-0 flex-1 truncate text-sm">
        <ForeignText text={label} />
      </span>{' '}
      <span aria-hidden="true" className="plain-code text-fg-3 text-xs">
        {KIND_LETTERS[file.kind]}
      </span>{' '}
      <LineCount added={file.added} removed={file.removed} silent />
    </span>
  )
})
