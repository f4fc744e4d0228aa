import { useMemo, useState } from 'react'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useAgo } from '../../../ui/base/time.ts'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Tree } from '../../../ui/lists/Tree.tsx'
import type { TreeRow } from '../../../ui/lists/tree-keys.ts'
import { useSession } from '../chat-context.ts'
import { ReviewPanel } from '../interaction/ReviewPanel.tsx'
import { type BranchRow, branchRows, shownRow } from './branch-rows.ts'
import { useMoves } from './use-moves.ts'

type Line = TreeRow & { readonly row: BranchRow }

/** Maximum indentation level: a chat can fork hundreds of times in a row. */
const DEEPEST = 12

/** All the ways a chat went on, as a tree. Enter goes to the end of one. */
export function BranchTree({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const ago = useAgo()
  const moves = useMoves()
  const forks = useSession((state) => state.forks)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => branchRows(forks, closed), [forks, closed])
  const [moved, setMoved] = useState<string | null>(null)
  const cursor = rows.some(({ id }) => id === moved) ? moved : shownRow(rows)
  const lines = useMemo(() => rows.map((row) => lineOf(row, t)), [rows, t])
  const go = (id: string) => {
    const row = rows.find((each) => each.id === id)
    if (row?.kind === 'fork') return toggle(id, row.expanded === false)
    if (row === undefined) return
    moves.visit(row.branch.leafId)
    onClose()
  }
  const toggle = (id: string, expanded: boolean) => {
    const next = new Set(closed)
    if (expanded) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  return (
    <ReviewPanel title={t('branches.title')} label={t('branches.title')} onClose={onClose}>
      <p className="text-fg-3 text-xs">{t(rows.length === 0 ? 'branches.none' : 'branches.hint')}</p>
      <div className="-mx-4 flex h-[calc(100vh-200px)]">
        <Tree
          label={t('chat.branches')}
          rows={lines}
          cursor={cursor}
          onCursor={setMoved}
          onToggle={toggle}
          onOpen={go}
          deepest={DEEPEST}
          autoFocus
          draw={({ row }) => <BranchLine row={row} ago={ago} onGo={() => go(row.id)} />}
        />
      </div>
    </ReviewPanel>
  )
}

type BranchLineProps = {
  readonly row: BranchRow
  readonly ago: (at: number) => string
  readonly onGo: () => void
}

function BranchLine({ row, ago, onGo }: BranchLineProps) {
  const t = useText()
  const arrow =
    row.expanded === null ? (
      <span className="w-3 shrink-0" />
    ) : (
      <Icon name={row.expanded ? 'down' : 'right'} size="xs" className="shrink-0 text-fg-3" />
    )
  if (row.kind === 'fork') {
    return (
      <>
        {arrow}
        <Icon name="fork" size="s" className="shrink-0 text-fg-3" />
        <span className="min-w-0 truncate text-fg-3 text-sm">{forkWords(row, t)}</span>
      </>
    )
  }
  const { branch, text } = row
  return (
    <>
      {arrow}
      {branch.shown ? <Mark state="done" label={t('branches.shown')} /> : <span className="w-4 shrink-0" />}
      <button type="button" tabIndex={-1} onClick={onGo} className="min-w-0 grow truncate text-left text-sm">
        {text || t('branches.noWords')}
      </button>
      <span className="figures shrink-0 text-fg-3 text-xs">
        {t('branches.messages', { count: branch.messages })}
      </span>
      <span className="figures w-10 shrink-0 text-right text-fg-3 text-xs">{ago(branch.at)}</span>
    </>
  )
}

function forkWords(row: BranchRow & { kind: 'fork' }, t: Text): string {
  if (row.atStart) return t('branches.atStart')
  return t('branches.after', { text: row.text || t('branches.noWords') })
}

function lineOf(row: BranchRow, t: Text): Line {
  const { id, level, expanded } = row
  if (row.kind === 'fork') return { id, level, expanded, name: forkWords(row, t), row }
  const description = t('chat.branchOf', { at: row.at, count: row.count })
  return { id, level, expanded, name: '', description, row }
}
