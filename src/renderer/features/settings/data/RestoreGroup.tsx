import { useState } from 'react'
import type { BackupFacts } from '#shared/home/home-data.ts'
import { problemOf } from '../../../api.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../ui/base/bytes-text.ts'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { CopyProgress } from './CopyProgress.tsx'

/** Restores a backup: its content, the data that it replaces, and the folder for that. */
export function RestoreGroup({ api, app }: SettingsProps) {
  const t = useText()
  const say = useProblemWords()
  const running = useQuery('home.work', {}).data?.running ?? null
  const [chosen, setChosen] = useState<BackupFacts | null>(null)
  const [isLooking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const follow = async (act: Promise<BackupFacts | null | boolean>) => {
    setProblem(null)
    try {
      const answer = await act
      if (typeof answer === 'object' && answer !== null) setChosen(answer)
    } catch (error) {
      const found = problemOf(error)
      if (found.code !== 'cancelled') setProblem(say(found))
    }
  }
  const choose = async () => {
    setLooking(true)
    await follow(api.command('home.chooseBackup', {}))
    setLooking(false)
  }
  const isRestoring = running?.kind === 'restore'
  return (
    <SettingGroup label={t('data.restore')}>
      <SettingLine title={t('data.restoreTitle')} hint={t('data.restoreHint')}>
        {isRestoring ? (
          <CopyProgress work={running} onStop={() => app.attempt(api.command('home.stopWork', {}))} />
        ) : (
          <Button disabled={running !== null || isLooking} onClick={() => void choose()}>
            {t(isLooking ? 'data.lookingAtBackup' : 'data.chooseBackup')}
          </Button>
        )}
      </SettingLine>
      {problem === null ? null : (
        <div className="border-line border-t px-4 py-2">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      {chosen === null ? null : (
        <ChosenBackup
          backup={chosen}
          isBusy={running !== null}
          onRestore={() => void follow(api.command('home.restore', { id: chosen.id }))}
          onCancel={() => setChosen(null)}
        />
      )}
      <LastRestore api={api} app={app} />
    </SettingGroup>
  )
}

type ChosenBackupProps = {
  readonly backup: BackupFacts
  readonly isBusy: boolean
  readonly onRestore: () => void
  readonly onCancel: () => void
}

/** The content of a backup, and the fate of the data that it replaces. */
function ChosenBackup({ backup, isBusy, onRestore, onCancel }: ChosenBackupProps) {
  const t = useText()
  const bytesText = useBytesText()
  const dateText = useDateText()
  const { path, madeAt, appVersion, bytes, chats, replacedChats } = backup
  const facts = [
    [t('data.restore.folder'), path],
    [t('data.restore.madeAt'), dateText(madeAt)],
    [t('data.restore.version'), appVersion],
    [t('data.restore.size'), bytesText(bytes)],
    [
      t('data.restore.chats'),
      chats === null ? t('data.restore.chatsUnknown') : t('data.restore.chatCount', { count: chats }),
    ],
    [t('data.restore.replaces'), t('data.restore.replacesWhat', { count: replacedChats })],
    [t('data.restore.aside'), t('data.restore.asideWhere')],
    [t('data.restore.stays'), t('data.restore.staysWhat')],
  ] as const
  return (
    <section aria-label={t('data.restore.card')} className="grid gap-3 border-line border-t px-4 py-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-fg-3">{name}</dt>
            <dd className="select-text break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex justify-end gap-2">
        <Button disabled={isBusy} onClick={onCancel}>
          {t('data.cancel')}
        </Button>
        <Button look="primary" disabled={isBusy} onClick={onRestore}>
          {t('data.restoreNow')}
        </Button>
      </div>
    </section>
  )
}

/** Says where the data of before is, once a backup was restored. */
function LastRestore({ api, app }: Pick<SettingsProps, 'api' | 'app'>) {
  const t = useText()
  const dateText = useDateText()
  const restored = useQuery('home.restored', {}).data
  if (restored === null) return null
  const { madeAt, restoredAt, aside } = restored
  return (
    <SettingLine
      title={t('data.restored', { made: dateText(madeAt), at: dateText(restoredAt) })}
      hint={<span className="select-text break-all">{t('data.restoredAside', { folder: aside })}</span>}
    >
      <Button onClick={() => app.attempt(api.command('home.showReplaced', {}))}>
        {t('data.showReplaced')}
      </Button>
    </SettingLine>
  )
}
