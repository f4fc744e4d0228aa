import { useState } from 'react'
import type { AttemptCheck, AttemptTarget } from '#shared/attempts/attempt-events.ts'
import type { AttemptSetView, AttemptView } from '#shared/attempts/attempts.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { RemoveWorktreeDialog } from '../../ui/panes/RemoveWorktreeDialog.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { CheckFact } from './AttemptFacts.tsx'
import { LetterBadge } from './LetterBadge.tsx'
import { countOf, type PickRow, partsOf, pickedKeys } from './pick-rows.ts'
import type { AttemptActs } from './use-acts.ts'

type PickPaneProps = {
  readonly view: AttemptSetView
  readonly acts: AttemptActs
  readonly rows: readonly PickRow[]
  readonly picked: ReadonlySet<string>
  readonly onShow: (check: AttemptCheck) => void
}

/** The picked changes, the check of the composed tree, and the ways to take over a result. */
export function PickPane(props: PickPaneProps) {
  const t = useText()
  const { view, acts, rows, picked } = props
  const chosen = rows.flatMap(({ choices }) => choices).filter(({ key }) => picked.has(key))
  const { pick } = view
  const stored = pickedKeys(pick?.parts ?? [])
  const isComposed =
    pick !== null && stored.size === picked.size && [...picked].every((key) => stored.has(key))
  return (
    <div className="grid min-h-0 content-start overflow-y-auto">
      <Block title={t('attempts.yourPick')} note={t('attempts.changes', { count: chosen.length })}>
        {chosen.length === 0 ? <p className="text-fg-3 text-sm">{t('attempts.nothingPicked')}</p> : null}
        <ul className="grid gap-1.5 text-sm">
          {chosen.map((choice) => {
            const { added, removed } = countOf(choice)
            return (
              <li key={choice.key} className="flex items-center gap-2">
                <LetterBadge letter={choice.letter} />
                <span className="plain-code min-w-0 grow truncate text-xs" title={choice.file.path}>
                  <ForeignText text={choice.file.path.split('/').at(-1) ?? ''} />
                </span>
                <span className="figures">
                  <span className="text-ok-fg">+{added}</span> <span className="text-bad-fg">−{removed}</span>
                </span>
              </li>
            )
          })}
        </ul>
        {acts.conflicts.map(({ path, letters }) => (
          <p key={path} role="alert" className="flex items-center gap-2 text-sm text-warn-fg">
            <Mark state="limit" />
            {t('attempts.pickConflict', { path, letters: letters.join(', ') })}
          </p>
        ))}
        <Button
          disabled={chosen.length === 0 || isComposed || acts.isComposing}
          onClick={() => acts.pick(partsOf(rows, picked))}
        >
          {t(acts.isComposing ? 'attempts.composing' : 'attempts.compose')}
        </Button>
      </Block>
      {pick === null ? null : (
        <Block title={t('attempts.ofPick')} note="">
          {isComposed ? null : <p className="text-sm text-warn-fg">{t('attempts.pickOld')}</p>}
          <p className="flex items-center gap-2 text-sm">
            <Mark state={pick.changes.conflict === null ? 'done' : 'limit'} />
            {t(pick.changes.conflict === null ? 'attempts.fits' : 'attempts.conflict')}
          </p>
          {view.check === null ? null : (
            <div className="text-sm">
              <CheckFact
                check={pick.check}
                name={t('attempts.pick')}
                onShow={props.onShow}
                onRun={() => acts.check('pick')}
              />
            </div>
          )}
          <p className="text-fg-3 text-xs">{t('attempts.untouched')}</p>
          <Button look="primary" disabled={!isComposed} onClick={() => acts.apply('pick', 'patch')}>
            {t('attempts.applyPick')}
          </Button>
          <p className="text-fg-3 text-xs">{t('attempts.applyHint')}</p>
        </Block>
      )}
      <Trees view={view} acts={acts} />
    </div>
  )
}

function Block({
  title,
  note,
  children,
}: {
  readonly title: string
  readonly note: string
  readonly children: React.ReactNode
}) {
  return (
    <section aria-label={title} className="grid gap-2 border-line border-b p-4">
      <h3 className="flex justify-between font-semibold text-sm">
        {title} <span className="figures font-normal text-fg-3 text-xs">{note}</span>
      </h3>
      {children}
    </section>
  )
}

type Removing = {
  readonly of: AttemptTarget
  readonly branch: string
  readonly files: number
  readonly commits: number
}

function Trees({ view, acts }: Pick<PickPaneProps, 'view' | 'acts'>) {
  const t = useText()
  const [removing, setRemoving] = useState<Removing | null>(null)
  const kept = view.attempts.filter(({ changes }) => changes !== null)
  return (
    <Block title={t('attempts.results')} note={t('worktrees.count', { count: kept.length })}>
      <ul className="grid gap-2 text-sm">
        {kept.map((attempt) => (
          <TreeRow
            key={attempt.letter}
            attempt={attempt}
            isApplied={view.applied === attempt.letter}
            acts={acts}
            onRemove={setRemoving}
          />
        ))}
      </ul>
      {view.pick === null ? null : (
        <Button
          size="small"
          onClick={() =>
            setRemoving({
              of: 'pick',
              branch: t('attempts.pick'),
              files: view.pick?.changes.held.files ?? 0,
              commits: 0,
            })
          }
        >
          {t('attempts.removePick')}
        </Button>
      )}
      {removing === null ? null : (
        <RemoveWorktreeDialog
          tree={removing}
          onClose={() => setRemoving(null)}
          onRemove={() => {
            setRemoving(null)
            acts.remove(removing.of, removing.files > 0 || removing.commits > 0)
          }}
        />
      )}
    </Block>
  )
}

type TreeRowProps = {
  readonly attempt: AttemptView
  readonly isApplied: boolean
  readonly acts: AttemptActs
  readonly onRemove: (removing: Removing) => void
}

function TreeRow({ attempt: { letter, branch, changes }, isApplied, acts, onRemove }: TreeRowProps) {
  const t = useText()
  const held = changes?.held ?? { files: 0, commits: 0 }
  const isEmpty = (changes?.files.length ?? 0) === 0
  return (
    <li className="grid gap-1">
      <span className="flex items-center gap-2">
        <LetterBadge letter={letter} />
        <span className="min-w-0 grow truncate text-fg-2">
          {t(changes?.state === undefined ? 'worktrees.state.unknown' : stateKey(changes.state), {
            count: held.files,
          })}
        </span>
        {isApplied ? <Mark state="done" label={t('attempts.isApplied')} /> : null}
      </span>
      <span className="flex flex-wrap gap-1">
        <Button
          size="small"
          disabled={isEmpty}
          aria-label={t('attempts.applyOf', { letter })}
          onClick={() => acts.apply(letter, 'patch')}
        >
          {t('attempts.applyAll')}
        </Button>
        <Button
          size="small"
          disabled={held.commits === 0 || held.files > 0}
          aria-label={t('attempts.mergeOf', { letter })}
          onClick={() => acts.apply(letter, 'merge')}
        >
          {t('worktrees.merge')}
        </Button>
        <Button
          size="small"
          look="danger"
          aria-label={t('attempts.removeOf', { letter })}
          onClick={() => onRemove({ of: letter, branch, ...held })}
        >
          {t('worktrees.remove')}
        </Button>
      </span>
    </li>
  )
}

const stateKey = (state: NonNullable<AttemptView['changes']>['state']) => `worktrees.state.${state}` as const
