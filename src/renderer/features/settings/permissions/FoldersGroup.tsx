import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { SettingGroup } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'

/** Lists the chats with extra folders. Each folder can be removed. */
export function FoldersGroup({ api, app }: Pick<SettingsProps, 'api' | 'app'>) {
  const t = useText()
  const asked = useQuery('folder.list', {})
  if (asked.data === null || asked.data.length === 0) return null
  return (
    <SettingGroup label={t('settings.folders')}>
      {asked.data.map(({ sessionId, projectId, title, folders }) => (
        <div key={sessionId} className="grid gap-1 border-line px-4 py-2 text-sm [&+div]:border-t">
          <span className="flex min-w-0 items-center gap-2">
            <span className="min-w-0 grow truncate">{title}</span>
            {projectId === null ? null : (
              <Button size="small" look="ghost" onClick={() => app.openSession(sessionId, projectId)}>
                {t('settings.folders.open')}
              </Button>
            )}
          </span>
          <ul aria-label={t('settings.folders.of', { title })}>
            {folders.map((path) => (
              <li key={path} className="flex min-w-0 items-center gap-2">
                <span className="min-w-0 grow truncate font-mono text-fg-2 text-xs" title={path}>
                  {path}
                </span>
                <IconButton
                  icon="x"
                  size="small"
                  label={t('settings.folders.remove', { path })}
                  onClick={() =>
                    app.attempt(api.command('folder.remove', { sessionId, path }).then(asked.reload))
                  }
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </SettingGroup>
  )
}
