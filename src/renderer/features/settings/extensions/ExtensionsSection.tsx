import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { TrustGroup } from '../permissions/TrustGroup.tsx'
import { SectionHead, SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { OpenFolder } from './OpenFolder.tsx'

type ExtensionsSectionProps = Pick<SettingsProps, 'api' | 'app'> & {
  readonly onSection: (section: 'skills' | 'hooks') => void
}

/**
 * Shows the extensions of the app: files in folders, trusted folders, and the note that own code is not
 * supported yet.
 */
export function ExtensionsSection({ api, app, onSection }: ExtensionsSectionProps) {
  const t = useText()
  return (
    <>
      <SectionHead title={t('settings.extensions')} hint={t('settings.extensionsHint')} />
      <SettingGroup label={t('settings.extensions.kinds')}>
        <SettingLine title={t('settings.skills')} hint={t('settings.skillsHint')}>
          <span className="flex gap-2">
            <OpenFolder folder="skills" api={api} app={app} />
            <Button onClick={() => onSection('skills')}>{t('settings.extensions.show')}</Button>
          </span>
        </SettingLine>
        <SettingLine title={t('settings.hooks')} hint={t('settings.hooksHint')}>
          <span className="flex gap-2">
            <OpenFolder folder="hooks" api={api} app={app} />
            <Button onClick={() => onSection('hooks')}>{t('settings.extensions.show')}</Button>
          </span>
        </SettingLine>
        <SettingLine title={t('settings.extensions.agents')} hint={t('settings.extensions.agentsHint')}>
          <span className="flex gap-2">
            <OpenFolder folder="agents" api={api} app={app} />
            <Button onClick={() => app.show('agents')}>{t('settings.extensions.show')}</Button>
          </span>
        </SettingLine>
        <SettingLine title={t('settings.extensions.scripts')} hint={t('settings.extensions.scriptsHint')}>
          <span className="flex gap-2">
            <OpenFolder folder="workflows" api={api} app={app} />
            <Button onClick={() => app.show('workflows')}>{t('settings.extensions.show')}</Button>
          </span>
        </SettingLine>
      </SettingGroup>
      <TrustGroup api={api} app={app} />
    </>
  )
}
