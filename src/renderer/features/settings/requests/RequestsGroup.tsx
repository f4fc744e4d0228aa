import { ChatPolicy } from '#shared/context/chat-policy.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { NumberLine } from '../NumberLine.tsx'
import { SettingGroup } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { ProfilesGroup } from './ProfilesGroup.tsx'
import { RequestLines } from './RequestLines.tsx'
import { useChatPolicy } from './use-chat-policy.ts'

/** Settings of requests, their profiles, and the archive. All of them are stored in `config.toml`. */
export function RequestsGroup({ api, app }: Pick<SettingsProps, 'api' | 'app'>) {
  const t = useText()
  const { policy, problem, reload, change } = useChatPolicy({ api, app })
  if (policy === null) {
    return problem === null ? <Placeholder rows={4} /> : <Failure message={problem} onRetry={reload} />
  }
  return (
    <>
      <SettingGroup label={t('settings.requests')}>
        <RequestLines
          value={policy.requests}
          nothing={t('settings.requests.default')}
          onValue={(requests) => change({ requests })}
        />
      </SettingGroup>
      <ProfilesGroup app={app} policy={policy} change={change} />
      <SettingGroup label={t('settings.archive')}>
        <NumberLine
          title={t('settings.archive.after')}
          hint={t('settings.archive.hint')}
          nothing={t('settings.archive.never')}
          wrong={t('settings.archive.wrong')}
          value={policy.archiveDays}
          isRight={(days) => ChatPolicy.shape.archiveDays.safeParse(days).success}
          onValue={(archiveDays) => change({ archiveDays })}
        />
      </SettingGroup>
    </>
  )
}
