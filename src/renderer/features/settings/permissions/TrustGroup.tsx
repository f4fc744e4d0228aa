import { useStore } from 'zustand'
import type { Project } from '#shared/project/project.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'

/** Lists the folders that name programs, and whether the person trusts them. Each answer can be changed. */
export function TrustGroup({ api, app }: Pick<SettingsProps, 'api' | 'app'>) {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const asked = projects.filter(
    ({ carriesCode, gitMayStart, trusted }) => carriesCode || gitMayStart || trusted !== null,
  )
  if (asked.length === 0) return null
  const answer = (projectId: Project['id'], trusted: boolean) =>
    app.attempt(api.command('project.trust', { projectId, trusted }).then(app.loadProjects))
  return (
    <SettingGroup label={t('settings.trust')}>
      {asked.map(({ id, name, path, trusted, carriesCode }) => (
        <SettingLine key={id} title={name} hint={t(hintOf(trusted, carriesCode), { path })}>
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

type Answer = 'yes' | 'no' | 'none'

/** A folder without code of its own is listed for its Git repository. */
function hintOf(
  trusted: Project['trusted'],
  carriesCode: boolean,
): `settings.trust.${Answer}` | `settings.trust.git.${Answer}` {
  const answer: Answer = trusted === null ? 'none' : trusted ? 'yes' : 'no'
  return carriesCode ? `settings.trust.${answer}` : `settings.trust.git.${answer}`
}
