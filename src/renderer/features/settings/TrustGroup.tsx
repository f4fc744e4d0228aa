import { useStore } from 'zustand'
import type { Project } from '#shared/project/project.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** The folders that bring code of their own, and whether the person trusts it: an answer that can be changed. */
export function TrustGroup({ api, app }: Pick<SettingsProps, 'api' | 'app'>) {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const asked = projects.filter(({ carriesCode, trusted }) => carriesCode || trusted !== null)
  if (asked.length === 0) return null
  const answer = (projectId: Project['id'], trusted: boolean) =>
    app.attempt(api.call('project.trust', { projectId, trusted }).then(app.loadProjects))
  return (
    <SettingGroup label={t('settings.trust')}>
      {asked.map(({ id, name, path, trusted }) => (
        <SettingLine key={id} title={name} hint={t(`settings.trust.${answerOf(trusted)}`, { path })}>
          <Switch
            label={t('settings.trust.turn', { name })}
            checked={trusted === true}
            onChange={(on) => answer(id, on)}
          />
        </SettingLine>
      ))}
    </SettingGroup>
  )
}

function answerOf(trusted: Project['trusted']): 'yes' | 'no' | 'none' {
  if (trusted === null) return 'none'
  return trusted ? 'yes' : 'no'
}
