import type { EmbeddingStanding } from '#shared/memory/embedding.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Meter } from '../../ui/limits/Meter.tsx'
import { SettingLine } from './SectionHead.tsx'

type MeaningProgressProps = {
  readonly standing: EmbeddingStanding
  readonly onAct: (act: 'stop' | 'goOn') => void
}

/** Shows the progress of embedding memories and pages, with stop and resume. */
export function MeaningProgress({
  standing: { state, done, total, problem, host },
  onAct,
}: MeaningProgressProps) {
  const t = useText()
  const say = useProblemWords()
  const words = () => {
    if (host === null) return t('settings.meaning.noServer')
    if (problem !== null) return t('settings.meaning.failed', { why: say(problem) })
    return t(`settings.meaning.state.${state}`, { done, total })
  }
  return (
    <SettingLine title={t('settings.meaning.progress')} hint={t('settings.meaning.progressHint')}>
      <div className="grid w-72 gap-1">
        <div className="flex items-center gap-2">
          <Meter
            label={t('settings.meaning.state.working', { done, total })}
            parts={[{ key: 'done', share: total === 0 ? 0 : done / total, fill: 'live' }]}
            className="min-w-0 grow"
          />
          {state === 'working' ? (
            <Button size="small" onClick={() => onAct('stop')}>
              {t('settings.meaning.stop')}
            </Button>
          ) : null}
          {state === 'stopped' || state === 'failed' ? (
            <Button size="small" onClick={() => onAct('goOn')}>
              {t('settings.meaning.goOn')}
            </Button>
          ) : null}
        </div>
        <p role="status" className="figures text-fg-3 text-xs">
          {words()}
        </p>
      </div>
    </SettingLine>
  )
}
