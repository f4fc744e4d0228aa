import { useCallback, useMemo } from 'react'
import type { DirectoryEntry } from '#shared/project/directory.ts'
import { type Text, useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import { useAgo } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { Tree } from '../../ui/lists/Tree.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { DrawnText } from '../../ui/text/DrawnText.tsx'
import type { BrowserState } from './browser-state.ts'
import type { FolderBrowser } from './folder-browser.ts'
import { type FolderRow, rowsOf } from './folder-tree.ts'

type FolderTreeViewProps = {
  readonly browser: FolderBrowser
  readonly state: BrowserState
  readonly onOpen: () => void
}

/** The folders of this machine. Only what is in sight is drawn and read. */
export function FolderTreeView({ browser, state, onOpen }: FolderTreeViewProps) {
  const t = useText()
  const ago = useAgo()
  const { tree, cursor } = state
  const rows = useMemo(() => rowsOf(tree).map((row) => spoken(t, row)), [tree, t])
  // The row itself shows a failed read.
  const ignore = () => undefined
  const toggle = (id: string, open: boolean) => {
    if (open) browser.open(id).catch(ignore)
    else browser.close(id)
  }
  const act = (id: string) => {
    const row = rows.find((each) => each.id === id)
    if (row?.kind === 'problem') browser.read(row.node.id, 0).catch(ignore)
    else if (row?.kind === 'folder') onOpen()
  }
  const seen = useCallback(
    (inSight: readonly FolderRow[]) => {
      for (const row of inSight) {
        if (row.kind === 'more' && !row.node.reading) browser.more(row.node.id).catch(() => undefined)
      }
    },
    [browser],
  )
  if (state.starting) return <Placeholder rows={12} />
  return (
    <div data-pane className="flex min-h-0 min-w-0 flex-col">
      <Tree
        label={t('projects.folders')}
        autoFocus
        rows={rows}
        cursor={cursor}
        onCursor={(id) => {
          if (tree.nodes[id] !== undefined) browser.select(id).catch(ignore)
        }}
        onToggle={toggle}
        onOpen={act}
        onSight={seen}
        draw={(row) => (
          <FolderLine row={row} home={tree.roots[0]} ago={ago} onToggle={toggle} onRetry={act} />
        )}
      />
    </div>
  )
}

type FolderLineProps = {
  readonly row: FolderRow
  /** The id of the person's own folder. */
  readonly home: string | undefined
  readonly ago: (at: number) => string
  readonly onToggle: (id: string, open: boolean) => void
  readonly onRetry: (id: string) => void
}

function FolderLine({ row, home, ago, onToggle, onRetry }: FolderLineProps) {
  const t = useText()
  const { node } = row
  if (row.kind === 'more') return <span className="pl-6 text-fg-3 text-sm">{t('projects.reading')}</span>
  if (row.kind === 'problem') {
    return (
      <>
        <Mark state="fail" className="ml-5" />
        <span className="min-w-0 truncate text-bad-fg text-sm">{node.problem?.message}</span>
        <span className="grow" />
        <Button look="ghost" size="small" tabIndex={-1} onClick={() => onRetry(row.id)}>
          {t('ui.retry')}
        </Button>
      </>
    )
  }
  const denied = node.entry?.denied ?? false
  return (
    <>
      <Twist row={row} onToggle={onToggle} />
      <Icon
        name={denied ? 'lock' : node.id === home ? 'home' : node.open ? 'folder-open' : 'folder'}
        className="text-fg-3"
      />
      <span className={classNames('truncate', denied && 'text-fg-3')}>{node.name}</span>
      {denied ? <DrawnText text={t('projects.noPermission')} className="text-fg-3 text-xs" /> : null}
      {node.entry === null ? null : <Badges entry={node.entry} ago={ago} />}
    </>
  )
}

/** The pointer's way to open a folder; keys use the arrows. */
function Twist({ row, onToggle }: Pick<FolderLineProps, 'row' | 'onToggle'>) {
  if (row.expanded === null) return <span className="-mr-1 w-3 shrink-0" />
  return (
    <span
      aria-hidden="true"
      className="-my-1 -mr-2 -ml-1 grid size-5 shrink-0 place-items-center"
      onClick={(event) => {
        event.stopPropagation()
        onToggle(row.id, !row.expanded)
      }}
    >
      <Icon name={row.expanded ? 'down' : 'right'} size="xs" className="text-fg-3" />
    </span>
  )
}

function Badges({ entry, ago }: { entry: DirectoryEntry; ago: (at: number) => string }) {
  const t = useText()
  return (
    <>
      {entry.registered ? (
        <Chip size="small">
          <DrawnText text={t('projects.badge.project')} />
        </Chip>
      ) : null}
      {entry.link ? <Icon name="link" size="xs" className="text-fg-3" /> : null}
      <span className="grow" />
      {packageOf(entry) === null ? null : (
        <DrawnText text={packageOf(entry) ?? ''} className="min-w-0 shrink truncate text-fg-3 text-xs" />
      )}
      {entry.branch === null ? null : (
        <span className="inline-flex shrink-0 items-center gap-1 text-fg-3 text-xs">
          <Icon name="branch" size="xs" />
          <DrawnText text={entry.branch} />
        </span>
      )}
      <DrawnText
        text={entry.modifiedAt === null ? '' : ago(entry.modifiedAt)}
        className="figures w-10 shrink-0 text-right text-fg-3 text-xs"
      />
    </>
  )
}

/** The name of the package in a folder, where that says more than the name of the folder. */
function packageOf({ name, packageName }: DirectoryEntry): string | null {
  return packageName === name ? null : packageName
}

/** Adds what a screen reader says after the name. */
function spoken(t: Text, row: FolderRow): FolderRow {
  const { entry } = row.node
  if (entry === null || row.kind !== 'folder') return row
  const facts = [
    entry.registered ? t('projects.badge.project') : null,
    entry.denied ? t('projects.noPermission') : null,
    entry.link ? t('projects.badge.link') : null,
    entry.branch === null ? null : t('projects.badge.branch', { branch: entry.branch }),
    packageOf(entry),
  ].filter((fact) => fact !== null)
  return facts.length === 0 ? row : { ...row, description: facts.join(', ') }
}
