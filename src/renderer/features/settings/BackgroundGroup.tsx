import { useStore } from 'zustand'
import { useText } from '../../messages/TextProvider.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** The switch for agents that nobody waits for. */
export function BackgroundGroup({ app }: Pick<SettingsProps, 'app'>) {
  const t = useText()
  const isOn = useStore(app.store, (state) => state.settings.backgroundAgents)
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
    </SettingGroup>
  )
}
