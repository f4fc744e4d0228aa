import type { ChangedFile, ChangeHunk } from '#shared/changes/changes.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { useDateText, useTimeText } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { countLines, placeOf } from './change-rows.ts'
import { LineCount } from './LineCount.tsx'

/** The acts a hunk offers in the scope it is shown in. */
export type HunkAct = 'accept' | 'reject' | 'undo' | 'stage' | 'unstage' | 'comment'

type HunkHeadProps = {
  readonly file: ChangedFile
  readonly hunk: ChangeHunk
  readonly current: boolean
  /** Whether it can take the focus with Tab. */
  readonly reachable: boolean
  readonly acts: readonly HunkAct[]
  readonly onAct: (act: HunkAct) => void
  readonly onFocus: () => void
  /** Whether the lines are hidden, and a way to show them; null where they always are shown. */
  readonly closed: boolean | null
  readonly onToggle: () => void
  /** The key of the row, by which its lines name it. */
  readonly rowKey: string
  /** The number of chosen lines; the acts are about those then. */
  readonly chosen: number
}

const KEYS = { accept: 'A', reject: 'X', undo: 'U', stage: 'S', unstage: 'S', comment: 'C' } as const
const STAGE_MARKS = { staged: 'done', unstaged: 'pend', mixed: 'limit' } as const
const REVIEW_MARKS = {
  open: 'pend',
  accepted: 'done',
  rejected: 'stop',
  partly: 'limit',
  changed: 'limit',
} as const

const TODAY_MS = 12 * 3_600_000

/** Writes a time of the last hours as a clock time, and an older one with its date. */
function useWhenText(): (at: number) => string {
  const timeText = useTimeText()
  const dateText = useDateText()
  return (at) => (Date.now() - at < TODAY_MS ? timeText(at) : dateText(at))
}

/** The line above a hunk: where it is, whether it is staged, and what can be done with it. */
export function HunkHead(props: HunkHeadProps) {
  const { file, hunk, current, reachable, acts, onAct, onFocus, closed } = props
  const t = useText()
  const { from, to } = placeOf(hunk)
  const count = countLines(hunk)
  const { stage, review } = hunk
  const whenText = useWhenText()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      data-hunk={hunk.id}
      aria-label={t('changes.hunkOf', { path: file.path, from: String(from), to: String(to) })}
      tabIndex={reachable ? 0 : -1}
      onFocus={onFocus}
      className={classNames(
        'row-cursor flex min-h-8 flex-wrap items-center gap-x-2 border-line border-t px-4 text-xs',
        current ? 'bg-select-live' : 'bg-panel',
      )}
      data-cursor={current}
      data-key={props.rowKey}
    >
      {review.state === 'open' && stage !== null ? (
        <Mark state={STAGE_MARKS[stage]} label={t(`changes.stage.${stage}`)} />
      ) : (
        <Mark state={REVIEW_MARKS[review.state]} label={t(`changes.review.${review.state}`)} />
      )}
      <span className="figures plain-code whitespace-nowrap text-fg-2">
        {from}–{to}
      </span>
      <span className="plain-code min-w-0 flex-1 truncate text-fg-3">
        <ForeignText text={hunk.section} />
      </span>
      {review.state === 'open' || review.at === null ? null : (
        <span className="figures text-fg-2">
          {t(`changes.review.${review.state}`)} <span className="text-fg-3">{whenText(review.at)}</span>
        </span>
      )}
      {review.state !== 'open' && stage === 'staged' ? (
        <Chip size="small">{t('changes.stage.staged')}</Chip>
      ) : null}
      {stage === 'mixed' ? <Chip size="small">{t('changes.stage.mixed')}</Chip> : null}
      {props.chosen === 0 ? null : (
        <Chip size="small">{t('changes.linesChosen', { count: props.chosen })}</Chip>
      )}
      <LineCount {...count} />
      <span className="flex gap-1 py-1">
        {acts.map((act) => (
          <Button
            key={act}
            size="small"
            tabIndex={current ? 0 : -1}
            aria-keyshortcuts={KEYS[act].toLowerCase()}
            onClick={() => onAct(act)}
          >
            {t(`changes.act.${act}`)} {current ? <Kbd keys={[KEYS[act]]} /> : null}
          </Button>
        ))}
        {closed === null ? null : (
          <IconButton
            icon={closed ? 'right' : 'down'}
            size="small"
            tabIndex={current ? 0 : -1}
            label={t(closed ? 'changes.showLines' : 'changes.hideLines')}
            onClick={props.onToggle}
          />
        )}
      </span>
    </div>
  )
}
