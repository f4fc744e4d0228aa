import type { ChangedFile, ChangeHunk } from '#shared/changes/changes.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { countLines, placeOf } from './change-rows.ts'
import { LineCount } from './LineCount.tsx'

/** The acts a hunk offers in the scope it is shown in. */
export type HunkAct = 'stage' | 'unstage' | 'discard' | 'comment'

type HunkHeadProps = {
  readonly file: ChangedFile
  readonly hunk: ChangeHunk
  readonly current: boolean
  /** Whether it can take the focus with Tab. */
  readonly reachable: boolean
  readonly acts: readonly HunkAct[]
  readonly onAct: (act: HunkAct) => void
  readonly onFocus: () => void
}

const KEYS = { stage: 'A', unstage: 'A', discard: 'X', comment: 'C' } as const
const MARKS = { staged: 'done', unstaged: 'pend', mixed: 'limit' } as const

/** The line above a hunk: where it is, whether it is staged, and what can be done with it. */
export function HunkHead({ file, hunk, current, reachable, acts, onAct, onFocus }: HunkHeadProps) {
  const t = useText()
  const { from, to } = placeOf(hunk)
  const count = countLines(hunk)
  const { stage } = hunk
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
    >
      {stage === null ? null : <Mark state={MARKS[stage]} label={t(`changes.stage.${stage}`)} />}
      <span className="figures plain-code whitespace-nowrap text-fg-2">
        {from}–{to}
      </span>
      <span className="plain-code min-w-0 flex-1 truncate text-fg-3">
        <ForeignText text={hunk.section} />
      </span>
      {stage === 'mixed' ? <Chip size="small">{t('changes.stage.mixed')}</Chip> : null}
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
      </span>
    </div>
  )
}
