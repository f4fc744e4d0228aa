import { memo, type ReactNode, useDeferredValue, useMemo } from 'react'
import type { FileDiff } from '#shared/session/file-diff.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { ContentBoundary } from '../../ui/text/ContentBoundary.tsx'
import { Code } from '../../ui/text/ForeignText.tsx'
import { type ForeignOptions, type ForeignPiece, foreignPieces } from '../../ui/text/foreign-text.ts'
import { CodeLine, useSpans } from '../CodeLines.tsx'
import { languageOfPath } from '../highlight/languages.ts'
import type { Span } from '../highlight/theme.ts'
import { type DiffLine, diffLines, sideBySide, type WordRange } from './diff-lines.ts'

const LINE_LOOKS = { same: '', add: 'bg-add', del: 'bg-del' } as const
const WORD_LOOKS = { same: '', add: 'rounded-[2px] bg-add-word', del: 'rounded-[2px] bg-del-word' } as const
const SIGNS = { same: ' ', add: '+', del: '−' } as const
const SIGN_LOOKS = { same: 'text-fg-3', add: 'text-ok-fg', del: 'text-bad-fg' } as const

/** Changed lines that can be chosen, by their position among the lines of the diff. */
export type LineChoice = {
  readonly chosen: ReadonlySet<number>
  /** `extend`: all lines from the last chosen one. */
  readonly onChoose: (position: number, extend: boolean) => void
}

/** The lines from one position up to, without, another, counted through the diff. */
type DiffPart = { readonly from: number; readonly to: number }

type DiffViewProps = {
  readonly diff: FileDiff
  readonly choice?: LineChoice
  readonly split?: boolean
  /** The lines to draw; all of them where it is missing. A part gives way to what the person does. */
  readonly part?: DiffPart
}

/** A change to a file: two columns of numbers, the words that changed, in the colours of the language. */
export const DiffView = memo(function DiffView({ diff, choice, split = false, part }: DiffViewProps) {
  return (
    <ContentBoundary source={() => sourceOf(diff)}>
      <Diff diff={diff} choice={choice ?? null} split={split} part={part ?? null} />
    </ContentBoundary>
  )
})

function sourceOf({ path, hunks }: FileDiff): string {
  return [path, ...hunks.flatMap((hunk) => hunk.lines)].join('\n')
}

type DiffProps = {
  readonly diff: FileDiff
  readonly choice: LineChoice | null
  readonly split: boolean
  readonly part: DiffPart | null
}

const LINE_HEIGHT = 20

function Diff({ diff, choice, split, part }: DiffProps) {
  const t = useText()
  const lines = linesOf(diff)
  const { from, to } = part ?? { from: 0, to: lines.length }
  // While a person scrolls, the place of a part comes first and its lines when there is time.
  const isDrawn = useDeferredValue(true, part === null)
  return (
    <figure
      aria-label={t('chat.changesTo', { path: diff.path })}
      className={classNames(
        'bg-sunken plain-code text-sm/(--code-line)',
        from === 0 ? 'border-line border-t pt-1' : '',
        to >= lines.length ? 'pb-1' : '',
      )}
    >
      {isDrawn ? (
        <Lines lines={lines} path={diff.path} choice={choice} split={split} part={{ from, to }} />
      ) : (
        <div style={{ height: (to - from) * LINE_HEIGHT }} />
      )}
      {diff.cut ? <p className="px-3 pt-1 font-sans text-fg-3 text-xs">{t('chat.diffCut')}</p> : null}
    </figure>
  )
}

/** The lines of diffs in parts, which are found once for all parts. */
const found = new WeakMap<FileDiff, readonly DiffLine[]>()

function linesOf(diff: FileDiff): readonly DiffLine[] {
  const known = found.get(diff)
  if (known !== undefined) return known
  const lines = diffLines(diff.hunks)
  found.set(diff, lines)
  return lines
}

type LinesProps = {
  readonly lines: readonly DiffLine[]
  readonly path: string
  readonly choice: LineChoice | null
  readonly split: boolean
  readonly part: DiffPart
}

function Lines({ lines, path, choice, split, part: { from, to } }: LinesProps) {
  const spans = useLineSpans(lines, path)
  if (split) return <SplitRows lines={lines} spans={spans} choice={choice} part={{ from, to }} />
  return (
    <div>
      {lines.slice(from, to).map((line, index) => {
        const at = from + index
        return <DiffRow key={at} line={line} spans={spans?.[at] ?? null} at={at} choice={choice} />
      })}
    </div>
  )
}

type RowProps = {
  readonly line: DiffLine
  readonly spans: readonly Span[] | null
  readonly at: number
  readonly choice: LineChoice | null
}

function DiffRow({ line, spans, at, choice }: RowProps) {
  if (line.kind === 'gap') return <div className="h-5 pl-[104px] text-fg-3">⋯</div>
  const isChosen = choice?.chosen.has(at) === true
  return (
    <div
      className={classNames(
        'grid min-h-5 grid-cols-[36px_36px_20px_minmax(0,1fr)]',
        LINE_LOOKS[line.kind],
        isChosen ? 'inset-ring inset-ring-accent' : '',
      )}
    >
      <LineNumber value={line.oldNumber} />
      <LineNumber value={line.newNumber} />
      <LineSign line={line} at={at} choice={choice} />
      <LineText line={line} spans={spans} />
    </div>
  )
}

/** The mark of a line. Where lines can be chosen, the mark of a changed line is a checkbox. */
function LineSign({ line, at, choice }: Omit<RowProps, 'spans'> & { readonly line: DiffLine }) {
  const t = useText()
  if (line.kind === 'gap') return null
  const look = classNames('text-center', SIGN_LOOKS[line.kind])
  if (choice === null || line.kind === 'same') return <span className={look}>{SIGNS[line.kind]}</span>
  const number = String(line.newNumber ?? line.oldNumber ?? '')
  return (
    // biome-ignore lint/a11y/useSemanticElements: the mark of the line is the box
    <button
      type="button"
      role="checkbox"
      tabIndex={-1}
      aria-checked={choice.chosen.has(at)}
      aria-label={t(line.kind === 'add' ? 'changes.chooseAdded' : 'changes.chooseRemoved', { number })}
      onClick={(event) => choice.onChoose(at, event.shiftKey)}
      className={classNames(look, 'cursor-pointer hover:bg-hover')}
    >
      {SIGNS[line.kind]}
    </button>
  )
}

function LineText({
  line,
  spans,
}: {
  readonly line: Exclude<DiffLine, { kind: 'gap' }>
  readonly spans: readonly Span[] | null
}) {
  const foreign = foreignPieces(line.text, DRAWN).filter(({ kind }) => kind !== 'text')
  return (
    <span className="whitespace-break-spaces pr-3 [overflow-wrap:anywhere] [tab-size:2]">
      {pieces(spans ?? [[line.text]], line.words).map(({ piece, at, marked }) => (
        <span key={at} className={marked ? WORD_LOOKS[line.kind] : ''}>
          <ForeignSpans spans={piece} from={at} foreign={foreign} />
        </span>
      ))}
    </span>
  )
}

type SplitRowsProps = {
  readonly lines: readonly DiffLine[]
  readonly spans: readonly (readonly Span[] | null)[] | null
  readonly choice: LineChoice | null
  /** The pairs to draw. There are fewer of them than lines. */
  readonly part: DiffPart
}

/** The old lines at the left, the new ones at the right. */
function SplitRows({ lines, spans, choice, part }: SplitRowsProps) {
  const pairs = useMemo(() => sideBySide(lines), [lines])
  const half = (at: number | null, side: 'old' | 'new') => {
    const line = at === null ? undefined : lines[at]
    if (at === null || line === undefined || line.kind === 'gap') return <span className="bg-panel" />
    return (
      <span
        className={classNames(
          'grid min-h-5 grid-cols-[36px_20px_minmax(0,1fr)]',
          LINE_LOOKS[line.kind],
          choice?.chosen.has(at) === true ? 'inset-ring inset-ring-accent' : '',
        )}
      >
        <LineNumber value={side === 'old' ? line.oldNumber : line.newNumber} />
        <LineSign line={line} at={at} choice={choice} />
        <LineText line={line} spans={spans?.[at] ?? null} />
      </span>
    )
  }
  return (
    <div>
      {pairs.slice(part.from, part.to).map(({ old, fresh }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a stored change never move
        <div key={index} className="grid grid-cols-2 divide-x divide-line">
          {half(old, 'old')}
          {half(fresh, 'new')}
        </div>
      ))}
    </div>
  )
}

const DRAWN: ForeignOptions = { lines: true, prose: true }

type ForeignSpansProps = {
  readonly spans: readonly Span[]
  /** Start offset in the line. */
  readonly from: number
  /** The pieces of the line that are not drawn as they are. */
  readonly foreign: readonly ForeignPiece[]
}

/** Coloured code, with codes for what would be invisible or change the direction in it. */
function ForeignSpans({ spans, from, foreign }: ForeignSpansProps) {
  if (foreign.length === 0) return <CodeLine spans={spans} />
  let at = from
  return spans.flatMap(([text, kind], index) => {
    const start = at
    const end = start + text.length
    at = end
    const span = (part: string): Span => (kind === undefined ? [part] : [part, kind])
    const drawn: ReactNode[] = []
    let done = start
    for (const piece of foreign) {
      const begins = Math.max(piece.at, start)
      const ends = Math.min(piece.at + piece.text.length, end)
      if (begins >= ends) continue
      if (begins > done)
        drawn.push(<CodeLine key={done} spans={[span(text.slice(done - start, begins - start))]} />)
      if (!('code' in piece)) drawn.push(<bdi key={begins}>{text.slice(begins - start, ends - start)}</bdi>)
      // A sign of two parts can be cut in two by the colours; its code is drawn where it begins.
      else if (begins === piece.at) drawn.push(<Code key={begins} piece={piece} />)
      done = ends
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a stored line never move
    return [...drawn, <CodeLine key={`rest ${index}`} spans={[span(text.slice(done - start))]} />]
  })
}

function LineNumber({ value }: { value: number | null }) {
  return <span className="figures select-none pr-2 text-right text-fg-3 text-xs/5">{value}</span>
}

/** Highlights each side of the diff as one text, so that a line's colours depend on the lines before it. */
function useLineSpans(lines: readonly DiffLine[], path: string): readonly (readonly Span[] | null)[] | null {
  const language = languageOfPath(path)
  const [oldText, newText] = useMemo(() => [sideText(lines, 'add'), sideText(lines, 'del')], [lines])
  const before = useSpans(oldText, language, true)
  const after = useSpans(newText, language, true)
  return useMemo(() => {
    if (before === null || after === null) return null
    let oldAt = 0
    let newAt = 0
    return lines.map((line) => {
      if (line.kind === 'gap') return null
      const spans = line.kind === 'del' ? before[oldAt] : after[newAt]
      if (line.kind !== 'add') oldAt += 1
      if (line.kind !== 'del') newAt += 1
      return spans ?? null
    })
  }, [lines, before, after])
}

const sideText = (lines: readonly DiffLine[], skip: 'add' | 'del'): string =>
  lines.flatMap((line) => (line.kind === 'gap' || line.kind === skip ? [] : [line.text])).join('\n')

/** Cuts the coloured pieces of a line where its changed words begin and end. */
function pieces(spans: readonly Span[], words: readonly WordRange[]) {
  const cut: { piece: Span[]; at: number; marked: boolean }[] = []
  let at = 0
  for (const [text, kind] of spans) {
    for (let from = 0; from < text.length; ) {
      const word = words.find((range) => at + from < range.to)
      const marked = word !== undefined && at + from >= word.from
      const edge = word === undefined ? at + text.length : marked ? word.to : word.from
      const to = Math.min(text.length, edge - at)
      const part: Span = kind === undefined ? [text.slice(from, to)] : [text.slice(from, to), kind]
      const last = cut.at(-1)
      if (last !== undefined && last.marked === marked) last.piece.push(part)
      else cut.push({ piece: [part], at: at + from, marked })
      from = to
    }
    at += text.length
  }
  return cut
}
