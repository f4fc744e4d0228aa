import { memo, useMemo } from 'react'
import type { ChangedFile, ChangeHunk } from '#shared/changes/changes.ts'
import { DiffView, type LineChoice } from '../../markdown/diff/DiffView.tsx'
import { carryPlace } from '../../ui/drag/dragged-place.ts'
import { type ChangeRow, heightOfPart } from './change-rows.ts'
import { type FileAct, FileHead } from './FileHead.tsx'
import { type HunkAct, HunkHead } from './HunkHead.tsx'
import type { Offers } from './offers.ts'

/** The actions on rows. These functions stay the same, so that a row is drawn again only when it differs. */
export type RowHandlers = {
  readonly onFile: (file: ChangedFile, act: FileAct) => void
  readonly onHunk: (file: ChangedFile, hunk: ChangeHunk, act: HunkAct) => void
  readonly onToggle: (file: ChangedFile) => void
  readonly onToggleHunk: (key: string) => void
  readonly onReviewed: (file: ChangedFile, reviewed: boolean) => void
  readonly onCursor: (key: string) => void
  readonly onChoose: (key: string, hunk: ChangeHunk, position: number, extend: boolean) => void
}

type Shared = { readonly offers: Offers; readonly handlers: RowHandlers }

type FileRowProps = Shared & {
  readonly file: ChangedFile
  readonly closed: boolean
  readonly reviewed: boolean
}

/** The row of a file. */
export const FileRow = memo(function FileRow({ file, closed, reviewed, offers, handlers }: FileRowProps) {
  return (
    <FileHead
      file={file}
      closed={closed}
      reviewed={reviewed}
      acts={offers.file(file)}
      onToggle={() => handlers.onToggle(file)}
      onReviewed={(is) => handlers.onReviewed(file, is)}
      onAct={(act) => handlers.onFile(file, act)}
    />
  )
})

type HunkRowProps = Shared & {
  readonly rowKey: string
  readonly file: ChangedFile
  readonly hunk: ChangeHunk
  readonly closed: boolean | null
  readonly current: boolean
  readonly reachable: boolean
  /** The number of chosen lines. */
  readonly chosen: number
}

/** The row above the lines of a hunk. */
export const HunkRow = memo(function HunkRow({ offers, handlers, ...row }: HunkRowProps) {
  const { file, hunk, rowKey } = row
  return (
    <HunkHead
      {...row}
      acts={offers.hunk(file, hunk)}
      onAct={(act) => handlers.onHunk(file, hunk, act)}
      onFocus={() => handlers.onCursor(rowKey)}
      onToggle={() => handlers.onToggleHunk(rowKey)}
    />
  )
})

type LinesRowProps = Shared &
  Pick<Extract<ChangeRow, { kind: 'lines' }>, 'file' | 'hunk' | 'chunk' | 'part'> & {
    /** The key of the row of the hunk. */
    readonly hunkKey: string
    /** The positions of the chosen lines of the hunk. */
    readonly chosen: ReadonlySet<number>
    readonly split: boolean
  }

/** Lines of a hunk that are drawn together. */
export const LinesRow = memo(function LinesRow(props: LinesRowProps) {
  const { file, hunk, chunk, part, hunkKey, chosen, split, offers, handlers } = props
  const isOffered = offers.hunk(file, hunk).some((act) => act !== 'comment' && act !== 'undo')
  const choice = useMemo(
    (): LineChoice => ({
      chosen: new Set(chunk.positions.flatMap((position, at) => (chosen.has(position) ? [at] : []))),
      onChoose: (at, extend) => handlers.onChoose(hunkKey, hunk, chunk.positions[at] ?? -1, extend),
    }),
    [chunk, chosen, hunk, hunkKey, handlers],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key m adds the hunk or its chosen lines
    <div
      data-of={hunkKey}
      // Lines out of sight take no time to lay out.
      className="[content-visibility:auto]"
      style={{ containIntrinsicHeight: `auto ${heightOfPart(chunk, part)}px` }}
      onDragStart={(event) => carrySelection(event.dataTransfer, file)}
    >
      <DiffView diff={chunk.diff} part={part} split={split} {...(isOffered ? { choice } : {})} />
    </div>
  )
})

/** Puts the selected text of a diff into a drag. */
function carrySelection(transfer: DataTransfer, { path }: ChangedFile): void {
  const text = document.getSelection()?.toString() ?? ''
  if (text !== '') carryPlace(transfer, { path, lines: { text, name: `${path} (diff)` } })
}
