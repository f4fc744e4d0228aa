import { useId, useState } from 'react'
import { ContextProfile, ProfileName } from '#shared/config/context-table.ts'
import { LEAST_WINDOW } from '#shared/context/long-chats.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { NumberLine } from '../NumberLine.tsx'
import { SettingLine } from '../SectionHead.tsx'
import { withChoice } from './note-rules.ts'
import { RequestLines } from './RequestLines.tsx'

type ProfileFormProps = {
  /** The name before; null for a new profile. */
  readonly name: string | null
  readonly profile: ContextProfile
  readonly taken: readonly string[]
  readonly onSave: (name: string, profile: ContextProfile) => void
  readonly onCancel: () => void
}

const PERCENT = 100
const AT = { least: 20, most: 95 } as const

/** The form of a profile. An empty field takes what counts for all chats. */
export function ProfileForm({ name: before, profile, taken, onSave, onCancel }: ProfileFormProps) {
  const t = useText()
  const title = useId()
  const [name, setName] = useState(before ?? '')
  const [draft, setDraft] = useState(profile)
  const typed = name.trim()
  const isTaken = typed !== before && taken.includes(typed)
  const isNamed = ProfileName.safeParse(typed).success && !isTaken
  const nothing = t('settings.profiles.asAll')
  const at = draft.compactAt === undefined ? null : Math.round(draft.compactAt * PERCENT)
  const turns = draft.window?.strategy === 'sliding' ? draft.window.maxTurns : null
  const auto = draft.autoCompact === undefined ? 'all' : draft.autoCompact ? 'on' : 'off'
  return (
    <section aria-labelledby={title} className="border-line border-t">
      <h4 id={title} className="px-4 pt-3 font-semibold text-sm">
        {before === null ? t('settings.profiles.new') : t('settings.profiles.editOf', { name: before })}
      </h4>
      <div className="max-w-72 px-4 py-2">
        <Field
          label={t('settings.profiles.name')}
          {...(isTaken ? { error: t('settings.profiles.taken') } : {})}
        >
          {(ids) => <TextInput {...ids} value={name} maxLength={80} onText={setName} />}
        </Field>
      </div>
      <NumberLine
        title={t('settings.long.window')}
        hint={t('settings.profiles.windowHint')}
        nothing={nothing}
        wrong={t('settings.long.windowWrong', { least: LEAST_WINDOW })}
        value={draft.maxInputTokens ?? null}
        isRight={(tokens) => tokens === null || (Number.isInteger(tokens) && tokens >= LEAST_WINDOW)}
        onValue={(tokens) => setDraft(withChoice(draft, 'maxInputTokens', tokens))}
      />
      <SettingLine title={t('settings.long.auto')} hint={t('settings.profiles.autoHint')}>
        <Select
          label={t('settings.long.auto')}
          value={auto}
          groups={[
            {
              title: null,
              options: [
                { value: 'all', label: nothing },
                { value: 'on', label: t('context.policy.on') },
                { value: 'off', label: t('context.policy.off') },
              ],
            },
          ]}
          onChange={(chosen) =>
            setDraft(withChoice(draft, 'autoCompact', chosen === 'all' ? null : chosen === 'on'))
          }
          className="w-56"
        />
      </SettingLine>
      <NumberLine
        title={t('settings.profiles.at')}
        hint={t('settings.long.atHint')}
        nothing={nothing}
        wrong={t('settings.requests.shareWrong', AT)}
        value={at}
        isRight={(share) =>
          share === null || (Number.isInteger(share) && share >= AT.least && share <= AT.most)
        }
        onValue={(share) => setDraft(withChoice(draft, 'compactAt', share === null ? null : share / PERCENT))}
      />
      <NumberLine
        title={t('settings.long.turns')}
        hint={t('settings.long.turnsHint')}
        nothing={nothing}
        wrong={t('settings.long.windowWrong', { least: 1 })}
        value={turns}
        isRight={(count) => count === null || (Number.isInteger(count) && count >= 1)}
        onValue={(count) =>
          setDraft(
            withChoice(draft, 'window', count === null ? null : { strategy: 'sliding', maxTurns: count }),
          )
        }
      />
      <RequestLines value={draft} nothing={nothing} onValue={setDraft} />
      <div className="flex justify-end gap-2 border-line border-t px-4 py-3">
        <Button onClick={onCancel}>{t('settings.profiles.cancel')}</Button>
        <Button
          look="primary"
          disabled={!isNamed || !ContextProfile.safeParse(draft).success}
          onClick={() => onSave(typed, draft)}
        >
          {t('settings.profiles.save')}
        </Button>
      </div>
    </section>
  )
}
