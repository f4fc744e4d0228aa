import type { CallRequest } from '#shared/ipc/contract.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import type { SettingsProps } from '../settings-props.ts'

type OpenFolderProps = Pick<SettingsProps, 'api' | 'app'> & CallRequest<'app.openFolder'>

/** Opens the person's own folder of one kind of files in the file manager. */
export function OpenFolder({ api, app, folder }: OpenFolderProps) {
  const t = useText()
  return (
    <Button
      icon="external"
      aria-label={t(`settings.openFolder.${folder}`)}
      onClick={() => app.attempt(api.command('app.openFolder', { folder }))}
    >
      {t('settings.openFolder')}
    </Button>
  )
}
