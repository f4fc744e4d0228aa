import { useStore } from 'zustand'
import { BackgroundAfter } from '#shared/agent/background-after.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { NumberLine } from './NumberLine.tsx'
import { SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/**
 * Shows the settings for background agents: whether they are allowed, and when agents move there
 * automatically.
 */
export function BackgroundGroup({ app }: Pick<SettingsProps, 'app'>) {
  const t = useText()
  const isOn = useStore(app.store, (state) => state.settings.backgroundAgents)
  const after = useStore(app.store, (state) => state.settings.backgroundAfter)
  return (
    <SettingGroup label={t('settings.background')}>
      <SettingLine
        title={t('settings.background.on')}
        hint={t(isOn ? 'settings.background.isOn' : 'settings.background.isOff')}
      >
        <Switch
          label={t('settings.background.on')}
          checked={isOn}
          onChange={(on) => app.attempt(app.changeSettings({ backgroundAgents: on }))}
        />
      </SettingLine>
      {isOn ? (
        <NumberLine
          title={t('settings.background.after')}
          hint={t('settings.background.afterHint')}
          nothing={t('settings.background.afterNever')}
          wrong={t('settings.background.afterWrong')}
          value={after === 0 ? null : after}
          isRight={(minutes) => minutes !== 0 && BackgroundAfter.safeParse(minutes ?? 0).success}
          onValue={(minutes) => app.attempt(app.changeSettings({ backgroundAfter: minutes ?? 0 }))}
        />
      ) : null}
    </SettingGroup>
  )
}
