import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ChangedFile, ChangeHunk } from '#shared/changes/changes.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { Comment } from '../../store/review-store.ts'
import type { DraggedPlace } from '../../ui/drag/dragged-place.ts'
import { type AddToMessage, useAddToMessage } from '../../ui/drag/MessageDropArea.tsx'
import { type ChangeRow, heightOfPart } from './change-rows.ts'
import { FileRow, HunkRow, LinesRow, type RowHandlers } from './DiffRows.tsx'
import type { FileAct } from './FileHead.tsx'
import type { HunkAct } from './HunkHead.tsx'
import type { Offers } from './offers.ts'
import { CommentCard, CommentEditor } from './review/CommentBox.tsx'
import type { Writing } from './review/use-review.ts'
import type { LineChoices } from './use-line-choice.ts'

type DiffListProps = {
  readonly rows: readonly ChangeRow[]
  /** The key of the hunk the keys act on. */
  readonly cursor: string | null
  readonly onCursor: (key: string) => void
  /** A row to bring into view. A new object each time. */
  readonly show: { readonly key: string } | null
  readonly onSight: (paths: readonly string[]) => void
  readonly reviewed: ReadonlySet<string>
  readonly comments: readonly Comment[]
  readonly writing: Writing | null
  readonly offers: Offers
  readonly onFile: (file: ChangedFile, act: FileAct) => void
  readonly onHunk: (file: ChangedFile, hunk: ChangeHunk, act: HunkAct) => void
  readonly onToggle: (file: ChangedFile) => void
  readonly onToggleHunk: (key: string) => void
  readonly lines: LineChoices
  /** Draws old and new lines beside each other. */
  readonly split: boolean
  readonly onReviewed: (file: ChangedFile, reviewed: boolean) => void
  readonly onComment: (text: string) => void
  readonly onWrite: (writing: Writing | null) => void
  readonly onDelete: (id: string) => void
}

const HEIGHTS = { file: 41, note: 48, hunk: 33 } as const
/** Rows that are drawn beyond those in sight. */
const OVERSCAN = 2

/** All changes of a scope, drawn only where they are in sight. `j` and `k` move between hunks. */
export function DiffList(props: DiffListProps) {
  const { rows, cursor, onSight, show } = props
  const t = useText()
  const add = useAddToMessage()
  const scroller = useRef<HTMLDivElement>(null)
  const at = rows.findIndex(({ key }) => key === cursor)
  const first = useMemo(() => firstHunk(rows), [rows])
  const handlers = useHandlers(props)
  // New functions would have every row measured again.
  const sizeOf = useCallback((index: number) => heightOf(rows[index]), [rows])
  const keyOf = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    measureElement: (element, entry, list) => {
      const box = entry?.borderBoxSize[0]
      if (box !== undefined) return Math.round(box.blockSize)
      // To read a size now would lay out the page in the middle of drawing it. The browser tells it after that.
      const index = list.indexFromElement(element)
      return list.measurementsCache[index]?.size ?? sizeOf(index)
    },
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      return at < 0 || seen.includes(at) ? seen : [...seen, at].sort((left, right) => left - right)
    },
  })
  const items = virtual.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useLayoutEffect(() => {
    onSight([...new Set(rows.slice(from, to + 1).map(({ file }) => file.path))])
  }, [onSight, rows, from, to])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request scrolls once, whatever rows follow
  useEffect(() => {
    const index = rows.findIndex(({ key }) => key === show?.key)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'start' })
  }, [show])
  const moved = useRef(false)
  useEffect(() => {
    if (!moved.current || cursor === null) return
    moved.current = false
    scroller.current?.querySelector<HTMLElement>('[data-cursor="true"]')?.focus({ preventScroll: true })
  })
  const go = (by: 1 | -1) => {
    const hunks = rows.flatMap((row, index) => (row.kind === 'hunk' ? [{ key: row.key, index }] : []))
    const from = hunks.findIndex(({ key }) => key === cursor)
    const next = hunks[from < 0 ? 0 : Math.max(0, Math.min(hunks.length - 1, from + by))]
    if (next === undefined) return
    moved.current = true
    virtual.scrollToIndex(next.index, { align: 'start' })
    props.onCursor(next.key)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    if (moveInLines(event)) return event.preventDefault()
    const act = event.key === 'm' ? adding(props, add) : actOfKey(event.key, props)
    if (event.key === 'j' || event.key === 'k') go(event.key === 'j' ? 1 : -1)
    else if (act !== null) act()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys act on the hunk that has the focus inside
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-auto [contain:strict]"
      onKeyDown={onKeyDown}
      data-changes="list"
    >
      <p className="unseen">{t('changes.keysHint')}</p>
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index]
          return row === undefined ? null : (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0 [contain:layout_style]"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Row row={row} list={props} handlers={handlers} isFirst={at < 0 && row === first} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const firstHunk = (rows: readonly ChangeRow[]) => rows.find(({ kind }) => kind === 'hunk')

function heightOf(row: ChangeRow | undefined): number {
  if (row === undefined) return HEIGHTS.hunk
  return row.kind === 'lines' ? heightOfPart(row.chunk, row.part) : HEIGHTS[row.kind]
}

const isWriting = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/**
 * Moves between the lines of a hunk that can be chosen: L enters them from the hunk, the arrows move, Escape leaves.
 * Returns whether the key was one of these.
 */
function moveInLines(event: KeyboardEvent<HTMLElement>): boolean {
  const { target, key, currentTarget } = event
  if (!(target instanceof HTMLElement)) return false
  const part = target.closest('[data-of]')?.getAttribute('data-of') ?? null
  const of = part ?? (target.getAttribute('data-cursor') === 'true' ? target.getAttribute('data-key') : null)
  if (of === null) return false
  const boxes = [
    ...currentTarget.querySelectorAll<HTMLElement>(`[data-of=${CSS.escape(of)}] [role="checkbox"]`),
  ]
  const at = boxes.indexOf(target)
  if (at < 0 && key !== 'l') return false
  if (key === 'l' && at < 0) boxes[0]?.focus()
  else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const next = boxes[at + (key === 'ArrowDown' ? 1 : -1)]
    next?.focus()
    if (event.shiftKey) next?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
  } else if (key === 'Escape')
    currentTarget.querySelector<HTMLElement>(`[data-key=${CSS.escape(of)}]`)?.focus()
  else return false
  return true
}

/** Adds the hunk under the cursor, or its chosen lines, to the message; null where there is none. */
function adding({ rows, cursor, lines }: DiffListProps, add: AddToMessage | null): (() => void) | null {
  const row = rows.find(({ key }) => key === cursor)
  if (row?.kind !== 'hunk' || add === null) return null
  return () => add(linesOfHunk(row.file, row.hunk, lines.of(row.key)))
}

/** The act a key means for the hunk under the cursor; null for none. */
function actOfKey(key: string, list: DiffListProps): (() => void) | null {
  const row = list.rows.find((each) => each.key === list.cursor)
  if (row?.kind !== 'hunk') return null
  const { file, hunk } = row
  const offered = list.offers.hunk(file, hunk)
  const acts: Readonly<Record<string, HunkAct | undefined>> = {
    a: offered.find((act) => act === 'accept'),
    x: offered.find((act) => act === 'reject'),
    u: offered.find((act) => act === 'undo'),
    s: offered.find((act) => act === 'stage' || act === 'unstage'),
    c: offered.find((act) => act === 'comment'),
  }
  const act = acts[key]
  if (act !== undefined) return () => list.onHunk(file, hunk, act)
  return key === 'r' ? () => list.onReviewed(file, !list.reviewed.has(file.path)) : null
}

/** Returns functions that stay the same and call the newest ones. */
function useHandlers(list: DiffListProps): RowHandlers {
  const newest = useRef(list)
  newest.current = list
  return useMemo(
    () => ({
      onFile: (...args) => newest.current.onFile(...args),
      onHunk: (...args) => newest.current.onHunk(...args),
      onToggle: (...args) => newest.current.onToggle(...args),
      onToggleHunk: (...args) => newest.current.onToggleHunk(...args),
      onReviewed: (...args) => newest.current.onReviewed(...args),
      onCursor: (...args) => newest.current.onCursor(...args),
      onChoose: (...args) => newest.current.lines.choose(...args),
    }),
    [],
  )
}

type RowProps = {
  readonly row: ChangeRow
  readonly list: DiffListProps
  readonly handlers: RowHandlers
  readonly isFirst: boolean
}

function Row({ row, list, handlers, isFirst }: RowProps) {
  const t = useText()
  const { offers, split } = list
  const { file } = row
  if (row.kind === 'file') {
    const reviewed = list.reviewed.has(file.path)
    return <FileRow file={file} closed={row.closed} reviewed={reviewed} offers={offers} handlers={handlers} />
  }
  if (row.kind === 'note')
    return <p className="px-6 py-3 text-fg-3 text-sm">{t(`changes.note.${row.note}`)}</p>
  if (row.kind === 'hunk') {
    const current = row.key === list.cursor
    return (
      <HunkRow
        rowKey={row.key}
        file={file}
        hunk={row.hunk}
        closed={row.closed}
        current={current}
        reachable={current || isFirst}
        chosen={list.lines.of(row.key).size}
        offers={offers}
        handlers={handlers}
      />
    )
  }
  const key = row.key.slice(0, row.key.lastIndexOf(' '))
  return (
    <>
      <LinesRow
        file={file}
        hunk={row.hunk}
        chunk={row.chunk}
        part={row.part}
        hunkKey={key}
        chosen={list.lines.of(key)}
        split={split}
        offers={offers}
        handlers={handlers}
      />
      {row.isLast ? <Remarks hunk={key} list={list} /> : null}
    </>
  )
}

/** Returns the chosen lines of a hunk, or all of them, for the message. */
function linesOfHunk({ path }: ChangedFile, hunk: ChangeHunk, chosen: ReadonlySet<number>): DraggedPlace {
  const lines = chosen.size === 0 ? hunk.lines : hunk.lines.filter((_, position) => chosen.has(position))
  return { path, lines: { text: lines.join('\n'), name: `${path}:${hunk.newStart} (diff)` } }
}

/** The comments below a hunk, and the box of a new one. */
function Remarks({ hunk, list }: { readonly hunk: string; readonly list: DiffListProps }) {
  const { writing } = list
  const editor = (text: string) => (
    <CommentEditor text={text} onSave={list.onComment} onCancel={() => list.onWrite(null)} />
  )
  return (
    <>
      {list.comments
        .filter((comment) => comment.hunk === hunk)
        .map((comment) =>
          writing?.id === comment.id ? (
            <div key={comment.id}>{editor(comment.text)}</div>
          ) : (
            <CommentCard
              key={comment.id}
              comment={comment}
              onEdit={() => list.onWrite({ hunk, id: comment.id })}
              onDelete={() => list.onDelete(comment.id)}
            />
          ),
        )}
      {writing?.hunk === hunk && writing.id === null ? editor('') : null}
    </>
  )
}
