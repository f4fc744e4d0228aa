import { useStore } from 'zustand'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** The setting that keeps the app running without a window. */
export function KeepRunningLine({ app }: Pick<SettingsProps, 'app'>) {
  const t = useText()
  const isOn = useStore(app.store, (state) => state.settings.keepRunning)
  const hasTray = useQuery('app.tray', {}).data?.hasTray ?? true
  const state = isOn ? (hasTray ? 'isOn' : 'noTray') : 'isOff'
  return (
    <SettingLine title={t('settings.keepRunning')} hint={t(`settings.keepRunning.${state}`)}>
      <Switch
        label={t('settings.keepRunning')}
        checked={isOn}
        onChange={(on) => app.attempt(app.changeSettings({ keepRunning: on, keepRunningAsked: true }))}
      />
    </SettingLine>
  )
}
