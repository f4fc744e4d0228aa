import { useState } from 'react'
import type { ContextProfile } from '#shared/config/context-table.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { oneOf } from '../../../ui/base/one-of.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { ITEM_WORDS } from '../../../ui/names/item-words.ts'
import { CUT_STRATEGIES, type NoteRule, rulesOf, withRules } from './note-rules.ts'

type NoteRulesProps = {
  readonly value: ContextProfile
  readonly onValue: (value: ContextProfile) => void
}

/** Stays whole: no kind of cut has this name. */
const WHOLE = 'whole'
/** The shares of a request that can be chosen, in percent. */
const SHARES = [1, 2, 5, 10, 20, 30, 50, 75, 100] as const
const FIRST_SHARE = 0.1
const PERCENT = 100

/** Rules for the notes that the app adds to requests, by their kind. */
export function NoteRules({ value, onValue }: NoteRulesProps) {
  const t = useText()
  // A kind stays listed while the person looks at it, also with nothing settled.
  const [added, setAdded] = useState<readonly string[]>([])
  const settled = rulesOf(value)
  const open = added.filter((kind) => settled.every((rule) => rule.kind !== kind))
  const rules = [...settled, ...open.map((kind): NoteRule => ({ kind, keeps: false, cut: null }))]
  const nameOf = useKindName()
  const free = Object.keys(ITEM_WORDS)
    .filter((kind) => rules.every((rule) => rule.kind !== kind))
    .map((kind) => ({ value: kind, label: nameOf(kind) }))
  const change = (next: NoteRule) => {
    if (!added.includes(next.kind)) setAdded([...added, next.kind])
    onValue(
      withRules(
        value,
        rules.map((rule) => (rule.kind === next.kind ? next : rule)),
      ),
    )
  }
  const remove = (kind: string) => {
    setAdded(added.filter((each) => each !== kind))
    onValue(
      withRules(
        value,
        rules.filter((rule) => rule.kind !== kind),
      ),
    )
  }
  return (
    <div className="grid gap-2 border-line border-t px-4 py-(--gap-piece)">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 @max-[440px]:grid-cols-[minmax(0,1fr)] @max-[440px]:justify-items-start">
        <div>
          <div className="font-medium">{t('settings.requests.notes')}</div>
          <p className="text-fg-3 text-xs">{t('settings.requests.notesHint')}</p>
        </div>
        <Select
          label={t('settings.requests.addNote')}
          value=""
          placeholder={t('settings.requests.addNote')}
          groups={[{ title: null, options: free }]}
          onChange={(kind) => setAdded([...added, kind])}
          className="w-56"
        />
      </div>
      {rules.length === 0 ? null : (
        <ul className="grid gap-1">
          {rules.map((rule) => (
            <NoteRow
              key={rule.kind}
              rule={rule}
              name={nameOf(rule.kind)}
              onRule={change}
              onRemove={() => remove(rule.kind)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

type NoteRowProps = {
  readonly rule: NoteRule
  readonly name: string
  readonly onRule: (rule: NoteRule) => void
  readonly onRemove: () => void
}

function NoteRow({ rule, name, onRule, onRemove }: NoteRowProps) {
  const t = useText()
  const { cut } = rule
  const percent = cut === null ? null : Math.round(cut.maxBudgetFraction * PERCENT)
  const shares = [...new Set([...SHARES, ...(percent === null ? [] : [percent])])].sort((a, b) => a - b)
  const cutBy = (chosen: string) => {
    const strategy = oneOf(CUT_STRATEGIES, chosen) ?? null
    const maxBudgetFraction = cut?.maxBudgetFraction ?? FIRST_SHARE
    onRule({ ...rule, cut: strategy === null ? null : { strategy, maxBudgetFraction } })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-1">
      <span className="min-w-32 grow text-sm">{name}</span>
      <Checkbox
        label={t('settings.requests.keep')}
        about={name}
        checked={rule.keeps}
        onChange={(keeps) => onRule({ ...rule, keeps })}
      />
      <Select
        label={t('settings.requests.cutOf', { name })}
        value={cut?.strategy ?? WHOLE}
        groups={[
          {
            title: null,
            options: [WHOLE, ...CUT_STRATEGIES].map((value) => ({
              value,
              label: t(`settings.requests.cut.${value}` as 'settings.requests.cut.whole'),
            })),
          },
        ]}
        onChange={cutBy}
        className="w-44"
      />
      {cut === null ? null : (
        <Select
          label={t('settings.requests.shareOf', { name })}
          value={String(percent)}
          groups={[
            {
              title: null,
              options: shares.map((share) => ({
                value: String(share),
                label: t('settings.requests.beyond', { share }),
              })),
            },
          ]}
          onChange={(share) =>
            onRule({ ...rule, cut: { ...cut, maxBudgetFraction: Number(share) / PERCENT } })
          }
          className="w-36"
        />
      )}
      <IconButton
        icon="x"
        size="small"
        label={t('settings.requests.removeNote', { name })}
        onClick={onRemove}
      />
    </li>
  )
}

function useKindName(): (kind: string) => string {
  const t = useText()
  return (kind) => {
    const words = ITEM_WORDS[kind]
    return words === undefined ? kind : t(words)
  }
}
