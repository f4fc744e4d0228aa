import { type KeyboardEvent, useRef } from 'react'
import { useStore } from 'zustand'
import type { AttemptCheck } from '#shared/attempts/attempt-events.ts'
import type { AttemptSetView, AttemptView } from '#shared/attempts/attempts.ts'
import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { FactRows, isActive } from './AttemptFacts.tsx'
import { LetterBadge } from './LetterBadge.tsx'
import { type Choice, countOf, type PickRow } from './pick-rows.ts'
import type { AttemptActs } from './use-acts.ts'

type AttemptTableProps = {
  readonly app: AppStore
  readonly view: AttemptSetView
  readonly acts: AttemptActs
  readonly rows: readonly PickRow[]
  readonly picked: ReadonlySet<string>
  /** The key of the row that is compared. */
  readonly current: string | null
  readonly onCurrent: (row: PickRow) => void
  readonly onPick: (choice: Choice, isPicked: boolean) => void
  readonly onShow: (check: AttemptCheck) => void
  readonly onOpen: (id: SessionId) => void
}

/** The attempts side by side: facts first, then all changes. Digits pick from A to F in the current row. */
export function AttemptTable(props: AttemptTableProps) {
  const t = useText()
  const { view, acts, rows, picked, current } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const onKey = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ key }) => key === current)
    const step =
      event.key === 'j' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'k' || event.key === 'ArrowUp'
          ? -1
          : 0
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))]
    if (step !== 0 && next !== undefined) {
      event.preventDefault()
      props.onCurrent(next)
      body.current?.querySelector<HTMLElement>(`[data-row="${rows.indexOf(next)}"]`)?.focus()
      return
    }
    const letter = view.attempts[Number(event.key) - 1]?.letter
    const choice = rows[at]?.choices.find((each) => each.letter === letter)
    if (choice === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    props.onPick(choice, !picked.has(choice.key))
  }
  return (
    <table aria-label={t('shell.attempts')} className="w-full table-fixed text-sm">
      <thead>
        <tr className="border-line border-b align-top">
          <th scope="col" className="w-48 px-4 py-3 text-left font-normal text-fg-2">
            {t('attempts.row.attempt')}
          </th>
          {view.attempts.map((each) => (
            <AttemptHead key={each.letter} {...props} attempt={each} />
          ))}
        </tr>
      </thead>
      <tbody>
        <FactRows view={view} acts={acts} onShow={props.onShow} />
      </tbody>
      <tbody ref={body} onKeyDown={onKey}>
        <tr className="border-line border-t">
          <th scope="row" className="px-4 py-2 text-left font-semibold">
            {t('attempts.row.pick')}
          </th>
          {view.attempts.map(({ letter }) => {
            const own = rows.flatMap(({ choices }) => choices).filter((each) => each.letter === letter)
            const count = own.filter(({ key }) => picked.has(key)).length
            return (
              <td key={letter} className="figures border-line border-l px-3 py-2 text-fg-3">
                {t('attempts.pickedOf', { picked: count, all: own.length })}
              </td>
            )
          })}
        </tr>
        {rows.map((row, index) => (
          <ChangeRow key={row.key} {...props} row={row} index={index} />
        ))}
      </tbody>
    </table>
  )
}

function AttemptHead({ app, attempt, acts, onOpen }: AttemptTableProps & { readonly attempt: AttemptView }) {
  const t = useText()
  const { letter, model, effort, words, branch, summary, sessionId } = attempt
  const label = useStore(app.store, ({ models }) => models.find(({ ref }) => ref === model)?.label ?? model)
  return (
    <th scope="col" className="border-line border-l px-3 py-3 text-left font-normal">
      <span className="flex items-center gap-2">
        <LetterBadge letter={letter} />
        <span className="min-w-0 truncate font-semibold">{label}</span>
        <span className="truncate text-fg-3 text-xs">{effort ?? ''}</span>
      </span>
      <button
        type="button"
        aria-label={t('attempts.openChatOf', { letter, branch })}
        onClick={() => onOpen(sessionId)}
        className="plain-code mt-1 block max-w-full truncate rounded-sm text-fg-2 text-xs underline decoration-line-2 hover:text-fg"
      >
        <ForeignText text={branch} />
      </button>
      {words === null ? null : (
        <span className="mt-1 line-clamp-2 text-fg-3 text-xs">
          <ForeignText text={words} prose />
        </span>
      )}
      {summary === '' ? null : (
        <span className="mt-1 line-clamp-2 text-fg-2">
          <ForeignText text={summary} prose />
        </span>
      )}
      {isActive(attempt) ? (
        <Button
          size="small"
          look="danger"
          aria-label={t('attempts.stopOf', { letter })}
          onClick={() => acts.stop(letter)}
          className="mt-2"
        >
          {t('attempts.stop')}
        </Button>
      ) : null}
    </th>
  )
}

type ChangeRowProps = AttemptTableProps & { readonly row: PickRow; readonly index: number }

function ChangeRow({ view, row, index, picked, current, onCurrent, onPick }: ChangeRowProps) {
  const t = useText()
  const isCurrent = row.key === current
  const file = row.path.split('/').at(-1) ?? row.path
  const place = row.line === 0 ? '' : row.section || `:${row.line}`
  return (
    <tr
      className={classNames('align-middle', isCurrent && 'bg-select')}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <th scope="row" className="px-4 py-1 text-left font-normal">
        <button
          type="button"
          data-row={index}
          tabIndex={isCurrent || (current === null && index === 0) ? 0 : -1}
          title={row.path}
          onClick={() => onCurrent(row)}
          onFocus={() => onCurrent(row)}
          className="plain-code block max-w-full truncate rounded-sm text-left text-xs"
        >
          <ForeignText text={file} /> <span className="text-fg-3">{place}</span>
        </button>
      </th>
      {view.attempts.map(({ letter }) => {
        const choices = row.choices.filter((each) => each.letter === letter)
        return (
          <td key={letter} className="border-line border-l px-3 py-1">
            {choices.length === 0 ? <span className="text-fg-3">·</span> : null}
            {choices.map((choice) => (
              <ChoiceBox
                key={choice.key}
                choice={choice}
                name={t('attempts.pickOf', { letter, path: file, place })}
                isPicked={picked.has(choice.key)}
                onPick={(is) => onPick(choice, is)}
              />
            ))}
          </td>
        )
      })}
    </tr>
  )
}

type ChoiceBoxProps = {
  readonly choice: Choice
  readonly name: string
  readonly isPicked: boolean
  readonly onPick: (isPicked: boolean) => void
}

function ChoiceBox({ choice, name, isPicked, onPick }: ChoiceBoxProps) {
  const t = useText()
  const { added, removed } = countOf(choice)
  const note =
    choice.hunk !== null
      ? null
      : choice.file.kind === 'modified'
        ? t('attempts.wholeFile')
        : t(`attempts.kind.${choice.file.kind}`)
  return (
    <span className="flex items-center gap-2">
      <Checkbox label={name} hidesLabel checked={isPicked} onChange={onPick} />
      <span className="figures">
        <span className="text-ok-fg">+{added}</span> <span className="text-bad-fg">−{removed}</span>
      </span>
      {note === null ? null : <span className="text-fg-3 text-xs">{note}</span>}
    </span>
  )
}
