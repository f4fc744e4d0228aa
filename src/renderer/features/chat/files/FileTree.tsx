import { type KeyboardEvent, useMemo, useState } from 'react'
import type { CheckpointDirection } from '#shared/checkpoint/checkpoint.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Tree } from '../../../ui/lists/Tree.tsx'
import type { TreeRow } from '../../../ui/lists/tree-keys.ts'
import { FileLine } from './FileLine.tsx'
import { type FileRow, type FileView, fileRows } from './file-rows.ts'
import { useOpenFiles } from './files-request.ts'
import { lookAt, restoring } from './row-requests.ts'
import { useQuickRestore } from './use-quick-restore.ts'
import type { Touched } from './use-touched-files.ts'

type FileTreeProps = {
  readonly sessionId: SessionId
  readonly touched: Touched
  readonly view: FileView
}

type Line = TreeRow & { readonly row: FileRow }

const ROW = 28
const MOST_HEIGHT = 12 * ROW + 16

/** The changed files as a tree: arrows move, Enter shows a change, U takes it back, R makes it again. */
export function FileTree({ sessionId, touched, view }: FileTreeProps) {
  const t = useText()
  const dateText = useDateText()
  const open = useOpenFiles()
  const quick = useQuickRestore()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<string | null>(null)
  const lines = useMemo(
    () => fileRows(touched, view, closed).map((row): Line => lineOf(row, t, dateText)),
    [touched, view, closed, t, dateText],
  )
  const rowOf = (id: string | null) => lines.find((line) => line.id === id)?.row ?? null
  const show = (id: string) => {
    const row = rowOf(id)
    if (row !== null) open(lookAt(row, sessionId) ?? restoring(row, 'undo', { sessionId, t }))
  }
  const put = (row: FileRow | null, direction: CheckpointDirection) => {
    if (row === null || (direction === 'redo' ? row.state === 'standing' : row.state === 'undone')) return
    const request = restoring(row, direction, { sessionId, t })
    // One file is put back at once and can be redone; of a whole run the person sees first what it would do.
    if (row.kind === 'file') quick(request)
    else open(request)
  }
  const toggle = (id: string, expanded: boolean) => {
    const next = new Set(closed)
    if (expanded) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const key = event.key.toLowerCase()
    if (key !== 'u' && key !== 'r') return
    event.preventDefault()
    event.stopPropagation()
    put(rowOf(cursor), key === 'u' ? 'undo' : 'redo')
  }
  return (
    <div
      onKeyDownCapture={onKeyDownCapture}
      className="-mx-4 flex"
      style={{ height: Math.min(MOST_HEIGHT, lines.length * ROW + 16) }}
    >
      <p className="unseen">{t('files.treeHint')}</p>
      <Tree
        label={t('files.tree')}
        rows={lines}
        cursor={cursor}
        onCursor={setCursor}
        onToggle={toggle}
        onOpen={show}
        draw={({ row }) => (
          <FileLine row={row} onShow={() => show(row.id)} onPut={(direction) => put(row, direction)} />
        )}
      />
    </div>
  )
}

/** A screen reader says what the line shows, and then how much, in words, and what state it is in. */
function lineOf(row: FileRow, t: Text, dateText: (at: number) => string): Line {
  const { id, level, expanded, state, lines } = row
  const words = row.kind === 'kept' ? [t('files.keptCopy', { when: dateText(row.at) })] : [nameOf(row, t)]
  const said = row.kind === 'kept' ? [] : [t('files.lines', lines)]
  if (row.kind === 'file' && row.obstacle !== null)
    said.push(t(`files.obstacle.${row.obstacle}`, { path: row.path }))
  if (row.kind === 'file' && row.byCommand)
    said.push(t(row.interrupted ? 'files.interrupted' : 'files.byCommand'))
  if (state !== 'standing') words.push(t(state === 'undone' ? 'files.undone' : 'files.partlyUndone'))
  if (state !== 'undone' && row.kind !== 'kept') words.push(`+${lines.added} −${lines.removed}`)
  return { id, level, expanded, row, name: words.join(' '), description: said.join(', ') }
}

function nameOf(row: Exclude<FileRow, { kind: 'kept' }>, t: Text): string {
  if (row.kind === 'run') return row.run.text || t('files.wentOn')
  const slash = row.path.lastIndexOf('/')
  return slash < 0 ? row.path : `${row.path.slice(slash + 1)} ${row.path.slice(0, slash)}`
}
