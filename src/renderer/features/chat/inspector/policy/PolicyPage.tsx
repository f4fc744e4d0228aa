import type { PolicyInForce, PolicyValue } from '#shared/context/policy-in-force.ts'
import type { SessionId } from '#shared/ids.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../../ui/panes/Placeholder.tsx'
import { useApp, useChat, useSession } from '../../chat-context.ts'
import { InspectorHead } from '../InspectorHead.tsx'

type PolicyPageProps = { readonly sessionId: SessionId; readonly onBack: () => void }

/** Shows the settings in effect for this chat with their sources. */
export function PolicyPage({ sessionId, onBack }: PolicyPageProps) {
  const t = useText()
  const model = useSession((state) => state.folds.session?.meta.model)
  const context = useSession((state) => state.folds.session?.meta.activeContextId)
  const profile = useSession((state) => state.folds.session?.meta.contextProfile)
  const { state, data, problem, reload } = useQuery(
    'context.policy',
    { sessionId },
    { reasons: [model, context, profile] },
  )
  return (
    <>
      <InspectorHead title={t('context.policy')} onBack={onBack} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, also by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-4">
          {problem === null ? null : <Failure message={problem} onRetry={reload} />}
          {state === 'loaded' || state === 'stale' ? (
            <Policy policy={data} sessionId={sessionId} />
          ) : problem === null ? (
            <Placeholder rows={8} rowHeight={40} />
          ) : null}
        </div>
      </div>
    </>
  )
}

type PolicyProps = { readonly policy: PolicyInForce | null; readonly sessionId: SessionId }

function Policy({ policy, sessionId }: PolicyProps) {
  const t = useText()
  const valueText = useValueText()
  const label = useApp((state) => state.models.find(({ ref }) => ref === policy?.model)?.label)
  if (policy === null) {
    return (
      <div className="grid gap-1 text-sm">
        <p className="font-medium text-fg-2">{t('context.policyNone')}</p>
        <p className="text-fg-3">{t('context.policyNoneHint')}</p>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-fg-2 text-sm">
        {t('context.policyFor', { agent: policy.agent, model: label ?? policy.model })}
      </p>
      <ProfileChoice policy={policy} sessionId={sessionId} />
      <dl className="grid grid-cols-[minmax(0,1fr)] text-sm">
        {policy.lines.map(({ key, value, from }) => (
          <div key={key} className="grid gap-0.5 border-line border-b py-1.5 last:border-b-0">
            <dt className="text-fg-2">{t(`context.policy.${key}`)}</dt>
            <dd className="flex items-baseline gap-2">
              <span className="figures font-medium">{valueText(value)}</span>
              <span className="ml-auto text-right text-fg-3 text-xs">{t(`context.policyFrom.${from}`)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** No profile has an empty name, so it means the choice of agent, model and settings. */
const AS_SET = ''

/** Chooses the context profile of the chat. Without profiles and a choice nothing is shown. */
function ProfileChoice({
  policy,
  sessionId,
}: {
  readonly policy: PolicyInForce
  readonly sessionId: SessionId
}) {
  const t = useText()
  const { app, api } = useChat()
  const { profile, profiles, ofChat } = policy
  if (profiles.length === 0 && profile === null) return null
  const gone = ofChat === null || profiles.includes(ofChat) ? [] : [ofChat]
  const options = [...profiles, ...gone].map((name) => ({ value: name, label: name }))
  const choose = (name: string): void => {
    const changes = { contextProfile: name === AS_SET ? null : name }
    app.attempt(api.command('session.update', { sessionId, changes }))
  }
  return (
    <div className="grid gap-1 text-sm">
      <div className="flex items-center justify-between gap-2">
        <span className="text-fg-2">{t('context.profile')}</span>
        <Select
          label={t('context.profile')}
          value={ofChat ?? AS_SET}
          groups={[
            { title: null, options: [{ value: AS_SET, label: t('context.profileAsSet') }, ...options] },
          ]}
          onChange={choose}
        />
      </div>
      {profile === null ? null : (
        <p className={profile.isKnown ? 'text-fg-3 text-xs' : 'text-bad-fg text-xs'}>
          {profile.isKnown
            ? t('context.profileOn', { name: profile.name, from: t(`context.profileFrom.${profile.from}`) })
            : t('context.profileGone', { name: profile.name })}
        </p>
      )}
    </div>
  )
}

function useValueText(): (value: PolicyValue) => string {
  const t = useText()
  const numbers = useNumbers()
  return (value) => {
    switch (value.in) {
      case 'tokens':
      case 'characters':
        return t(`context.policy.${value.in}`, { amount: numbers.whole(value.amount) })
      case 'share':
        return numbers.percent(value.amount)
      case 'messages':
        return value.amount === null
          ? t('context.policy.whole')
          : t('context.policy.messages', { count: value.amount })
      case 'switch':
        return t(value.on ? 'context.policy.on' : 'context.policy.off')
    }
  }
}
