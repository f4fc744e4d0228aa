import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { EFFORTS } from '#shared/model/efforts.ts'
import { useText } from '../messages/TextProvider.tsx'
import { classNames } from '../ui/base/class-names.ts'
import { Icon } from '../ui/base/Icon.tsx'
import { useNumbers } from '../ui/base/numbers.ts'
import { oneOf } from '../ui/base/one-of.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Chip } from '../ui/controls/Chip.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { effortsOf, factsOf, inOrder, type Pick, suggestedPick } from './connect-state.ts'
import { Abilities, EndsOn, PricePair } from './ModelFacts.tsx'
import type { Connect } from './use-connect.ts'

/** The number of models shown before *Show all*. */
const FIRST = 8
/** The number of models offered for small jobs. */
const MOST_SMALL = 60

/** Picks the model that answers, its effort, and the model for small jobs. */
export function PickModel({ connect }: { readonly connect: Connect }) {
  const t = useText()
  const { picks, chosen, known } = connect
  const [all, setAll] = useState(false)
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = picks.filter(({ id, known: facts }) =>
    `${id} ${facts?.label ?? ''}`.toLowerCase().includes(wanted),
  )
  const shown = all || wanted !== '' ? found : withChosen(found.slice(0, FIRST), chosen)
  const suggested = suggestedPick(known, picks)
  const efforts = chosen === null ? [] : inOrder(effortsOf(chosen))
  if (picks.length === 0) return <TypeId connect={connect} />
  return (
    <>
      {picks.length <= FIRST ? null : (
        <TextInput
          icon="search"
          quiet
          value={query}
          onText={setQuery}
          aria-label={t('connect.searchModels')}
          placeholder={t('connect.searchModels')}
        />
      )}
      <RadioGroup.Root
        aria-label={t('connect.pick')}
        value={chosen?.id ?? ''}
        onValueChange={(id) => connect.setPick(picks.find((each) => each.id === id) ?? null)}
        className="-mx-2 grid"
      >
        {shown.map((pick) => (
          <PickRow
            key={pick.id}
            pick={pick}
            isSuggested={pick.id === suggested?.id}
            isPlan={connect.way === 'plan'}
          />
        ))}
      </RadioGroup.Root>
      {found.length === 0 ? (
        <p role="status" className="text-fg-3 text-sm">
          {t('connect.none', { query })}
        </p>
      ) : null}
      {shown.length < found.length ? (
        <Button look="ghost" size="small" className="justify-self-start" onClick={() => setAll(true)}>
          {t('connect.more', { count: found.length - shown.length })}
        </Button>
      ) : null}
      <div className="mt-auto grid gap-3 border-line border-t pt-3">
        <div className="grid grid-cols-2 gap-3">
          {efforts.length < 2 ? null : (
            <Field label={t('chat.effort')}>
              {({ id }) => (
                <Select
                  id={id}
                  value={connect.effort ?? ''}
                  groups={[
                    {
                      title: null,
                      options: [
                        { value: '', label: t('connect.effortOwn') },
                        ...efforts.map((value) => ({ value, label: t(`chat.effort.${value}`) })),
                      ],
                    },
                  ]}
                  onChange={(value) => connect.setEffort(oneOf(EFFORTS, value))}
                />
              )}
            </Field>
          )}
          <Field label={t('connect.small')}>
            {({ id }) => (
              <Select
                id={id}
                value={connect.small}
                groups={[
                  {
                    title: null,
                    options: [
                      { value: '', label: t('connect.smallSame') },
                      ...picks.slice(0, MOST_SMALL).map((pick) => ({ value: pick.id, label: pick.id })),
                    ],
                  },
                ]}
                onChange={connect.setSmall}
              />
            )}
          </Field>
        </div>
        {efforts.length < 2 ? null : <p className="text-fg-3 text-xs">{t('connect.effortHint')}</p>}
      </div>
    </>
  )
}

function withChosen(picks: readonly Pick[], chosen: Pick | null): readonly Pick[] {
  return chosen === null || picks.some(({ id }) => id === chosen.id) ? picks : [chosen, ...picks]
}

type PickRowProps = { readonly pick: Pick; readonly isSuggested: boolean; readonly isPlan: boolean }

function PickRow({ pick, isSuggested, isPlan }: PickRowProps) {
  const t = useText()
  const numbers = useNumbers()
  const { id, known } = pick
  return (
    <RadioGroup.Item
      value={id}
      className={classNames(
        'row-cursor group grid min-h-8 grid-cols-[16px_minmax(0,1fr)_auto_48px_104px] items-center gap-x-2 rounded-md px-2 text-left text-sm',
        'hover:bg-hover data-[state=checked]:bg-press @max-[440px]:grid-cols-[16px_minmax(0,1fr)_auto]',
      )}
    >
      <RadioGroup.Indicator className="col-start-1 row-start-1">
        <Icon name="check" size="s" className="text-ok" />
      </RadioGroup.Indicator>
      <span className="col-start-2 row-start-1 flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{id}</span>
        {isSuggested ? <Chip size="small">{t('connect.suggested')}</Chip> : null}
        <EndsOn day={known?.endsOn} />
      </span>
      <span className="col-start-3 row-start-1">
        <Abilities
          tools={known !== null}
          pictures={known?.pictures === true}
          pdfs={known?.pdfs === true}
          thinks={factsOf(pick).thinks}
        />
      </span>
      <span className="figures col-start-4 row-start-1 text-right text-fg-2 text-xs @max-[440px]:hidden">
        {known === null ? '' : numbers.short(known.window)}
      </span>
      <span className="figures col-start-5 row-start-1 text-right text-fg-2 text-xs @max-[440px]:hidden">
        <PricePair
          input={known?.prices?.input ?? null}
          output={known?.prices?.output ?? null}
          isPlan={isPlan}
        />
      </span>
    </RadioGroup.Item>
  )
}

/** For a server that lists no models. */
function TypeId({ connect }: { readonly connect: Connect }) {
  const t = useText()
  return (
    <Field label={t('connect.modelId')} hint={t('connect.modelIdHint')}>
      {(ids) => (
        <TextInput
          {...ids}
          mono
          value={connect.chosen?.id ?? ''}
          onText={(id) => connect.setPick(id.trim() === '' ? null : { id: id.trim(), known: null })}
        />
      )}
    </Field>
  )
}
