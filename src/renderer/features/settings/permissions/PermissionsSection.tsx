import { useStore } from 'zustand'
import { PERMISSION_MODES } from '#shared/permission/modes.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { oneOf } from '../../../ui/base/one-of.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { SectionHead, SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { FoldersGroup } from './FoldersGroup.tsx'
import { SandboxGroup } from './SandboxGroup.tsx'
import { TrustGroup } from './TrustGroup.tsx'
import { VariablesGroup } from './VariablesGroup.tsx'

/** Shows the permission settings: mode of new chats, saved permissions and trusted projects. */
export function PermissionsSection({ api, app }: SettingsProps) {
  const t = useText()
  const { permissionMode, askForReadOnly, modeKey } = useStore(app.store, (state) => state.settings)
  const grants = useStore(app.store, (state) => state.grants.length)
  const options = PERMISSION_MODES.map((value) => ({ value, label: t(`shell.mode.${value}`) }))
  return (
    <>
      <SectionHead title={t('settings.permissions')} hint={t('settings.permissionsHint')} />
      {permissionMode === 'bypass' ? <Banner look="bad">{t('settings.mode.bypassWarning')}</Banner> : null}
      <SettingGroup label={t('settings.newChats')}>
        <SettingLine title={t('settings.mode')} hint={t(`settings.mode.${permissionMode}`)}>
          <Select
            label={t('settings.mode')}
            value={permissionMode}
            groups={[{ title: null, options }]}
            onChange={(mode) =>
              app.attempt(app.changeSettings({ permissionMode: oneOf(PERMISSION_MODES, mode) ?? 'ask' }))
            }
            className="w-56"
          />
        </SettingLine>
        <SettingLine
          title={t('settings.modeKey')}
          hint={t(modeKey ? 'settings.modeKey.isOn' : 'settings.modeKey.isOff')}
        >
          <Switch
            label={t('settings.modeKey')}
            checked={modeKey}
            onChange={(on) => app.attempt(app.changeSettings({ modeKey: on }))}
          />
        </SettingLine>
      </SettingGroup>
      <SandboxGroup api={api} app={app} />
      <SettingGroup label={t('settings.commands')}>
        <SettingLine
          title={t('settings.askForReadOnly')}
          hint={t(askForReadOnly ? 'settings.askForReadOnly.isOn' : 'settings.askForReadOnly.isOff')}
        >
          <Switch
            label={t('settings.askForReadOnly')}
            checked={askForReadOnly}
            onChange={(on) => app.attempt(app.changeSettings({ askForReadOnly: on }))}
          />
        </SettingLine>
      </SettingGroup>
      <SettingGroup label={t('settings.grants')}>
        <SettingLine title={t('settings.grants')} hint={t('settings.grants.hint', { count: grants })}>
          <Button onClick={() => app.show('agents')}>{t('settings.grants.open')}</Button>
        </SettingLine>
      </SettingGroup>
      <FoldersGroup api={api} app={app} />
      <VariablesGroup app={app} />
      <TrustGroup api={api} app={app} />
    </>
  )
}
