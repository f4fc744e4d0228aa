import { useState } from 'react'
import { SessionFileFormat } from '#shared/session/exports/session-file.ts'
import { problemOf } from '../../../api.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { oneOf } from '../../../ui/base/one-of.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { CopyProgress } from './CopyProgress.tsx'

/** The end of the last copy, in words. */
type Outcome = { readonly isBad: boolean; readonly text: string }

/** Copies of all data: a backup of the home, and every chat as a file. One copy is made at a time. */
export function CopiesGroup({ api, app }: SettingsProps) {
  const t = useText()
  const say = useProblemWords()
  const running = useQuery('home.work', {}).data?.running ?? null
  const [format, setFormat] = useState<SessionFileFormat>('jsonl')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const follow = (act: Promise<string | null>) => {
    setOutcome(null)
    act.then(
      (text) => setOutcome(text === null ? null : { isBad: false, text }),
      (error: unknown) => {
        const problem = problemOf(error)
        const isStopped = problem.code === 'cancelled'
        setOutcome({ isBad: !isStopped, text: isStopped ? t('data.cancelled') : say(problem) })
      },
    )
  }
  const backUp = async () => {
    const made = await api.command('home.backUp', {})
    return made === null ? null : t('data.backedUp', { folder: made.folder })
  }
  const exportAll = async () => {
    const made = await api.command('home.exportAll', { format })
    if (made === null) return null
    const { folder, count, failed, secrets } = made
    if (count + failed === 0) return t('data.nothingExported', { folder })
    return [
      t('data.exported', { count, folder }),
      failed === 0 ? '' : t('data.notExported', { count: failed }),
      secrets === 0 ? '' : t('chats.secretsHidden', { count: secrets }),
    ]
      .filter((text) => text !== '')
      .join(' ')
  }
  const stop = () => app.attempt(api.command('home.stopWork', {}))
  return (
    <SettingGroup label={t('data.copies')}>
      <SettingLine title={t('data.backup')} hint={t('data.backupHint')}>
        {running?.kind === 'backup' ? (
          <CopyProgress work={running} onStop={stop} />
        ) : (
          <Button disabled={running !== null} onClick={() => follow(backUp())}>
            {t('data.backUp')}
          </Button>
        )}
      </SettingLine>
      <SettingLine title={t('data.exportAll')} hint={t('data.exportAllHint')}>
        {running?.kind === 'export' ? (
          <CopyProgress work={running} onStop={stop} />
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            <Select
              label={t('data.exportFormat')}
              value={format}
              groups={[
                {
                  title: null,
                  options: SessionFileFormat.options.map((value) => ({
                    value,
                    label: t(`data.format.${value}`),
                  })),
                },
              ]}
              onChange={(value) => setFormat(oneOf(SessionFileFormat.options, value) ?? 'jsonl')}
            />
            <Button disabled={running !== null} onClick={() => follow(exportAll())}>
              {t('data.export')}
            </Button>
          </div>
        )}
      </SettingLine>
      {outcome === null ? null : (
        <p
          role={outcome.isBad ? 'alert' : 'status'}
          className={`min-w-0 select-text break-words border-line border-t px-4 py-2 text-sm ${outcome.isBad ? 'text-bad-fg' : 'text-fg-2'}`}
        >
          {outcome.text}
        </p>
      )}
    </SettingGroup>
  )
}
