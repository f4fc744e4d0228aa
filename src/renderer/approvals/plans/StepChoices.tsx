import { useText } from '../../messages/TextProvider.tsx'
import { type Check, CheckMenu } from '../../ui/controls/CheckMenu.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { type Doer, givenTo, type PlanDraft, waitingFor } from './plan-draft.ts'
import { termsOf } from './StepTerms.tsx'

type StepChoicesProps = {
  readonly draft: PlanDraft
  /** The place of the step. */
  readonly at: number
  readonly doers: readonly Doer[]
  readonly onDraft: (draft: PlanDraft) => void
}

/** A list cannot hold an empty value; this one means the agent of the chat. */
const CHAT = '*'

/** Shows the agent and dependencies of a step as choices. */
export function StepChoices({ draft, at, doers, onDraft }: StepChoicesProps) {
  const t = useText()
  const step = draft.steps[at]
  if (step === undefined) return null
  const { key, agentId } = step
  const isListed = agentId === undefined || doers.some(({ id }) => id === agentId)
  const isGone = !isListed && doers.length > 0
  const unlisted = isListed
    ? []
    : [{ value: agentId, label: agentId, ...(isGone && { hint: t('chat.plan.gone') }) }]
  const options = doers.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      <Select
        look="pick"
        icon="agents"
        label={t('chat.plan.doer', { at: at + 1 })}
        value={agentId ?? CHAT}
        groups={[
          { title: null, options: [{ value: CHAT, label: t('chat.plan.inChat') }, ...unlisted, ...options] },
        ]}
        onChange={(value) => onDraft(givenTo(draft, key, value === CHAT ? null : value))}
        className={isGone ? 'max-w-48 text-bad-fg' : 'max-w-48'}
      />
      <NeedsMenu draft={draft} at={at} onDraft={onDraft} />
    </div>
  )
}

function NeedsMenu({ draft, at, onDraft }: Omit<StepChoicesProps, 'doers'>) {
  const t = useText()
  const step = draft.steps[at]
  if (step === undefined) return null
  const { key, needs } = step
  const wait = (next: readonly number[] | null) => onDraft(waitingFor(draft, key, next))
  const places = needs?.flatMap((need) => {
    const place = draft.steps.findIndex((each) => each.key === need)
    return place === -1 ? [] : [place]
  })
  const what = places === undefined ? t('chat.plan.afterAll') : termsOf(t, { dependsOn: places })
  const others = draft.steps.flatMap((each, place): Check[] => {
    if (each.key === key) return []
    const checked = needs?.includes(each.key) ?? false
    const rest = (needs ?? []).filter((need) => need !== each.key)
    return [
      {
        id: String(each.key),
        label: `${place + 1}. ${each.text}`,
        checked,
        onChange: () => wait(checked ? rest : [...rest, each.key]),
      },
    ]
  })
  return (
    <CheckMenu
      icon="clock"
      label={t('chat.plan.waits', { at: at + 1, what })}
      shown={what}
      groups={[
        [
          {
            id: 'all',
            label: t('chat.plan.afterAll'),
            checked: needs === undefined,
            onChange: () => wait(null),
          },
          {
            id: 'none',
            label: t('chat.plan.atOnce'),
            checked: places?.length === 0,
            onChange: () => wait([]),
          },
        ],
        others,
      ]}
    />
  )
}
