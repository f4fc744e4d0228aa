import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Blame, BlameRange } from '#shared/changes/history.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { useDateText } from '../../../ui/base/time.ts'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { spelledText } from '../../../ui/text/foreign-text.ts'

/** A file and the line that comes into view first. */
export type BlamedFile = { readonly path: string; readonly line: number }

/** Returns a function that shows the blame of a file, and the dialog to draw. */
export function useBlame(placeId: ChangePlaceId): {
  readonly onBlame: (file: BlamedFile) => void
  readonly blame: ReactNode
} {
  const [file, setFile] = useState<BlamedFile | null>(null)
  const dialog =
    file === null ? null : <BlameDialog placeId={placeId} file={file} onClose={() => setFile(null)} />
  return { onBlame: setFile, blame: dialog }
}

type BlameDialogProps = {
  readonly placeId: ChangePlaceId
  readonly file: BlamedFile
  readonly onClose: () => void
}

/** A file with the commit that wrote each of its lines. */
function BlameDialog({ placeId, file, onClose }: BlameDialogProps) {
  const { path } = file
  const t = useText()
  const { data, problem, reload } = useQuery('changes.blame', { placeId, path })
  return (
    <Dialog
      open
      title={t('changes.blameOf', { path })}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-280 h-[calc(100vh-96px)]"
    >
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      {data === null && problem === null ? (
        <div className="px-5">
          <Placeholder rows={10} />
        </div>
      ) : null}
      {data === null ? null : <BlamedLines blame={data} file={file} />}
      {data?.cut === true ? (
        <p className="px-5 py-2 text-fg-3 text-xs">{t('changes.blameCut', { count: data.lines.length })}</p>
      ) : null}
    </Dialog>
  )
}

const LINE_HEIGHT = 20

function BlamedLines({ blame, file }: { readonly blame: Blame; readonly file: BlamedFile }) {
  const t = useText()
  const scroller = useRef<HTMLElement>(null)
  const starts = useMemo(() => new Map(blame.ranges.map((range) => [range.start, range])), [blame])
  const virtual = useVirtualizer({
    count: blame.lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
    paddingStart: 8,
    paddingEnd: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer answers leave the view where it is
  useEffect(() => virtual.scrollToIndex(file.line - 1, { align: 'center' }), [file])
  const top = virtual.range?.startIndex ?? 0
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      aria-label={t('changes.blameOf', { path: file.path })}
      className="min-h-0 flex-1 overflow-auto border-line border-t"
    >
      <ol className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            className={classNames(
              'plain-code absolute flex w-full min-w-max items-baseline text-xs',
              index > 0 && starts.has(index + 1) ? 'border-line border-t' : '',
            )}
            style={{ top: start, height: LINE_HEIGHT }}
          >
            <span className="sticky left-0 flex w-90 shrink-0 gap-2 truncate bg-overlay px-3 text-fg-3">
              <Author range={starts.get(index + 1) ?? (index === top ? rangeAt(blame, top + 1) : null)} />
            </span>
            <span className="figures w-12 shrink-0 pr-3 text-right text-fg-3">{index + 1}</span>
            <span className="whitespace-pre">
              <ForeignText text={blame.lines[index] ?? ''} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The range of the line at the top of the view, which can begin above it. */
const rangeAt = ({ ranges }: Blame, line: number): BlameRange | null =>
  ranges.findLast(({ start }) => start <= line) ?? null

/** Shows the commit of a range beside its first line in view, and nothing beside the other lines. */
function Author({ range }: { readonly range: BlameRange | null }) {
  const t = useText()
  const dateText = useDateText()
  if (range === null) return null
  if (range.commit === null) return <span className="text-warn-fg">{t('changes.notCommitted')}</span>
  return (
    <>
      <span className="figures shrink-0">{range.commit.slice(0, 8)}</span>
      <span className="min-w-0 truncate text-fg-2" title={spelledText(range.subject, { prose: true })}>
        <ForeignText text={`${range.author}: ${range.subject}`} prose />
      </span>
      <span className="figures shrink-0">{dateText(range.at)}</span>
    </>
  )
}
