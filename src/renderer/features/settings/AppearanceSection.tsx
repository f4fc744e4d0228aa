import { useStore } from 'zustand'
import type { Density, TextSize } from '#shared/config/choices.ts'
import { LocaleChoice, Theme } from '#shared/config/look.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { oneOf } from '../../ui/base/one-of.ts'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { KeepRunningLine } from './KeepRunningLine.tsx'
import { SectionHead, SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

const TEXT_SIZES = ['small', 'medium', 'large'] as const satisfies readonly TextSize[]
const DENSITIES = ['comfortable', 'compact'] as const satisfies readonly Density[]

/** Theme and language. Both hold at once, in every window. */
export function AppearanceSection({ app }: SettingsProps) {
  const t = useText()
  const settings = useStore(app.store, (state) => state.settings)
  return (
    <>
      <SectionHead title={t('settings.appearance')} />
      <SettingGroup label={t('settings.appearance.window')}>
        <SettingLine title={t('settings.theme')} hint={t('settings.themeHint')}>
          <Segmented
            label={t('settings.theme')}
            value={settings.theme}
            options={Theme.options.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
            onChange={(theme) => app.attempt(app.changeSettings({ theme: Theme.parse(theme) }))}
          />
        </SettingLine>
        <SettingLine title={t('settings.language')} hint={t('settings.languageHint')}>
          <Segmented
            label={t('settings.language')}
            value={settings.locale}
            options={LocaleChoice.options.map((value) => ({ value, label: t(`settings.language.${value}`) }))}
            onChange={(locale) => app.attempt(app.changeSettings({ locale: LocaleChoice.parse(locale) }))}
          />
        </SettingLine>
      </SettingGroup>
      <SettingGroup label={t('settings.appearance.reading')}>
        <SettingLine title={t('settings.textSize')} hint={t('settings.textSizeHint')}>
          <Segmented
            label={t('settings.textSize')}
            value={settings.textSize}
            options={TEXT_SIZES.map((value) => ({ value, label: t(`settings.textSize.${value}`) }))}
            onChange={(size) =>
              app.attempt(app.changeSettings({ textSize: oneOf(TEXT_SIZES, size) ?? 'medium' }))
            }
          />
        </SettingLine>
        <SettingLine title={t('settings.density')} hint={t('settings.densityHint')}>
          <Segmented
            label={t('settings.density')}
            value={settings.density}
            options={DENSITIES.map((value) => ({ value, label: t(`settings.density.${value}`) }))}
            onChange={(density) =>
              app.attempt(app.changeSettings({ density: oneOf(DENSITIES, density) ?? 'comfortable' }))
            }
          />
        </SettingLine>
        <SettingLine
          title={t('settings.notifications')}
          hint={t(settings.notifications ? 'settings.notifications.isOn' : 'settings.notifications.isOff')}
        >
          <Switch
            label={t('settings.notifications')}
            checked={settings.notifications}
            onChange={(notifications) => app.attempt(app.changeSettings({ notifications }))}
          />
        </SettingLine>
      </SettingGroup>
      <SettingGroup label={t('settings.appearance.writing')}>
        <SettingLine
          title={t('settings.vimKeys')}
          hint={t(settings.vimKeys ? 'settings.vimKeys.isOn' : 'settings.vimKeys.isOff')}
        >
          <Switch
            label={t('settings.vimKeys')}
            checked={settings.vimKeys}
            onChange={(vimKeys) => app.attempt(app.changeSettings({ vimKeys }))}
          />
        </SettingLine>
      </SettingGroup>
      <SettingGroup label={t('settings.appearance.closing')}>
        <KeepRunningLine app={app} />
      </SettingGroup>
    </>
  )
}
