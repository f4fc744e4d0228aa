import { useState } from 'react'
import { useStore } from 'zustand'
import type { ContextProfile } from '#shared/config/context-table.ts'
import type { ChatPolicy } from '#shared/context/chat-policy.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { withChoice } from './note-rules.ts'
import { ProfileForm } from './ProfileForm.tsx'
import type { ChatPolicyState } from './use-chat-policy.ts'

type ProfilesGroupProps = Pick<SettingsProps, 'app'> & {
  readonly policy: ChatPolicy
  readonly change: ChatPolicyState['change']
}

/** No profile has an empty name. */
const NONE = ''

/** Named sets of choices for requests: which there are, and for which models and chats they count. */
export function ProfilesGroup({ app, policy, change }: ProfilesGroupProps) {
  const t = useText()
  /** The profile in the form; null for a new one, undefined for a closed form. */
  const [edited, setEdited] = useState<string | null | undefined>(undefined)
  const { profiles, profile, models } = policy
  const names = Object.keys(profiles)
  const save = (name: string, values: ContextProfile) => {
    const before = edited ?? null
    change({
      profiles: { ...(before === null ? profiles : withChoice(profiles, before, null)), [name]: values },
      profile: profile === before && before !== null ? name : profile,
      models: Object.fromEntries(Object.entries(models).map(([ref, of]) => [ref, of === before ? name : of])),
    })
    setEdited(undefined)
  }
  const remove = (name: string) =>
    change({
      profiles: withChoice(profiles, name, null),
      profile: profile === name ? null : profile,
      models: Object.fromEntries(Object.entries(models).filter(([, of]) => of !== name)),
    })
  return (
    <SettingGroup label={t('settings.profiles')}>
      <SettingLine title={t('settings.profiles.title')} hint={t('settings.profiles.hint')}>
        <Button disabled={edited !== undefined} onClick={() => setEdited(null)}>
          {t('settings.profiles.new')}
        </Button>
      </SettingLine>
      {names.map((name) =>
        edited === name ? null : (
          <ProfileLine
            key={name}
            name={name}
            profile={profiles[name] ?? {}}
            isBusy={edited !== undefined}
            onEdit={() => setEdited(name)}
            onRemove={() => remove(name)}
          />
        ),
      )}
      {edited === undefined ? null : (
        <ProfileForm
          key={edited ?? NONE}
          name={edited}
          profile={edited === null ? {} : (profiles[edited] ?? {})}
          taken={names}
          onSave={save}
          onCancel={() => setEdited(undefined)}
        />
      )}
      {names.length === 0 ? null : <ProfileUses app={app} policy={policy} change={change} />}
    </SettingGroup>
  )
}

type ProfileLineProps = {
  readonly name: string
  readonly profile: ContextProfile
  readonly isBusy: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function ProfileLine({ name, profile, isBusy, onEdit, onRemove }: ProfileLineProps) {
  const t = useText()
  const words = useProfileWords()
  return (
    <SettingLine title={name} hint={words(profile)}>
      <span className="flex items-center gap-2">
        <Button
          size="small"
          disabled={isBusy}
          aria-label={t('settings.profiles.editOf', { name })}
          onClick={onEdit}
        >
          {t('settings.profiles.edit')}
        </Button>
        <Button
          size="small"
          disabled={isBusy}
          aria-label={t('settings.profiles.removeOf', { name })}
          onClick={onRemove}
        >
          {t('settings.profiles.remove')}
        </Button>
      </span>
    </SettingLine>
  )
}

/** Returns what a profile settles, in a few words. */
function useProfileWords(): (profile: ContextProfile) => string {
  const t = useText()
  const numbers = useNumbers()
  return (profile) => {
    const { maxInputTokens, autoCompact, compactAt, window, reserveOutput, systemFraction } = profile
    const turns = window?.strategy === 'sliding' ? window.maxTurns : null
    const parts = [
      maxInputTokens === undefined ? null : `${t('settings.long.window')}: ${numbers.short(maxInputTokens)}`,
      autoCompact === false ? t('settings.profiles.noCompact') : null,
      compactAt === undefined ? null : `${t('context.policy.compactAt')}: ${numbers.percent(compactAt)}`,
      turns === null ? null : t('context.policy.messages', { count: turns }),
      reserveOutput === undefined
        ? null
        : `${t('settings.requests.reserveOutput')}: ${numbers.short(reserveOutput)}`,
      systemFraction === undefined
        ? null
        : `${t('settings.requests.systemFraction')}: ${numbers.percent(systemFraction)}`,
    ].filter((part) => part !== null)
    const { length } = Object.keys(profile)
    return parts.length === 0
      ? length === 0
        ? t('settings.profiles.empty')
        : t('settings.profiles.settles', { count: length })
      : parts.join(' · ')
  }
}

/** The profile of all chats, and those of single models. */
function ProfileUses({ app, policy: { profiles, profile, models }, change }: ProfilesGroupProps) {
  const t = useText()
  const known = useStore(app.store, (state) => state.models)
  const options = Object.keys(profiles).map((name) => ({ value: name, label: name }))
  // Models that the file names and that are not set up stay, so that a choice can be taken back.
  const refs = [...new Set([...Object.keys(models), ...known.map(({ ref }) => String(ref))])]
  const labelOf = (ref: string) => known.find((model) => model.ref === ref)?.label ?? ref
  return (
    <>
      <SettingLine title={t('settings.profiles.all')} hint={t('settings.profiles.allHint')}>
        <Select
          label={t('settings.profiles.all')}
          value={profile ?? NONE}
          groups={[
            { title: null, options: [{ value: NONE, label: t('settings.profiles.none') }, ...options] },
          ]}
          onChange={(name) => change({ profile: name === NONE ? null : name })}
          className="w-56"
        />
      </SettingLine>
      {refs.map((ref) => (
        <SettingLine key={ref} title={labelOf(ref)} hint={ref}>
          <Select
            label={t('settings.profiles.ofModel', { model: labelOf(ref) })}
            value={models[ref] ?? NONE}
            groups={[
              { title: null, options: [{ value: NONE, label: t('settings.profiles.asAll') }, ...options] },
            ]}
            onChange={(name) => change({ models: withChoice(models, ref, name === NONE ? null : name) })}
            className="w-56"
          />
        </SettingLine>
      ))}
    </>
  )
}
