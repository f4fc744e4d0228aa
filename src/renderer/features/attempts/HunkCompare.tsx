import { DiffView } from '../../markdown/diff/DiffView.tsx'
import { useText } from '../../messages/TextProvider.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { LetterBadge } from './LetterBadge.tsx'
import { type Choice, countOf, type PickRow } from './pick-rows.ts'

type HunkCompareProps = { readonly row: PickRow; readonly picked: ReadonlySet<string> }

/** The lines that the attempts changed at one place, beside each other. */
export function HunkCompare({ row, picked }: HunkCompareProps) {
  const t = useText()
  return (
    <section aria-label={t('attempts.compare')} className="border-line border-t">
      <h3 className="px-4 py-2 font-semibold text-sm">
        {t('attempts.compare')}{' '}
        <span className="plain-code ml-1 font-normal text-fg-2 text-xs">
          <ForeignText text={row.path} />
        </span>
      </h3>
      <div className="grid grid-flow-col border-line border-t [grid-auto-columns:minmax(280px,1fr)]">
        {row.choices.map((choice) => (
          <ChoiceDiff key={choice.key} choice={choice} isPicked={picked.has(choice.key)} />
        ))}
      </div>
    </section>
  )
}

function ChoiceDiff({ choice, isPicked }: { readonly choice: Choice; readonly isPicked: boolean }) {
  const t = useText()
  const { letter, file, hunk } = choice
  const { added, removed } = countOf(choice)
  const hunks = hunk === null ? file.hunks : [hunk]
  return (
    <div className="min-w-0 overflow-x-auto border-line border-l first:border-l-0">
      <div className="flex items-center gap-2 px-3 py-1.5 text-sm">
        <LetterBadge letter={letter} />
        <span className="figures grow">
          <span className="text-ok-fg">+{added}</span> <span className="text-bad-fg">−{removed}</span>
        </span>
        {isPicked ? <Mark state="done" /> : null}
        <span className="text-fg-3">{t(isPicked ? 'attempts.isPicked' : 'attempts.notPicked')}</span>
      </div>
      {hunks.length === 0 ? (
        <p className="border-line border-t px-3 py-2 text-fg-3 text-sm">{t('worktrees.compareBinary')}</p>
      ) : (
        <DiffView diff={{ ...file, hunks: [...hunks], added, removed }} />
      )}
    </div>
  )
}
