import { useState } from 'react'
import { useStore } from 'zustand'
import type { AppErrorData } from '#shared/errors.ts'
import type { Data } from '../../data/data.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'

type ConfigBannerProps = { readonly api: Data; readonly app: AppStore }

/** Shows on every screen that `config.toml` is not in effect, until it is dismissed or fixed. */
export function ConfigBanner({ api, app }: ConfigBannerProps) {
  const t = useText()
  const say = useProblemWords()
  const problem = useStore(app.store, (state) => state.configProblem)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [withoutLine, setWithoutLine] = useState(false)
  const words = problem === null ? null : say(problem)
  if (words === null || words === dismissed) return null
  const line = lineOf(problem)
  const open = async () => {
    const { atLine } = await api.command('app.openConfig', line === null ? {} : { line })
    setWithoutLine(line !== null && !atLine)
  }
  return (
    <div className="px-4 pt-3">
      <Banner
        action={
          <>
            <Button size="small" onClick={() => app.attempt(open())}>
              {line === null ? t('shell.openConfig') : t('shell.openConfigLine', { line })}
            </Button>
            <Button size="small" onClick={() => setDismissed(words)}>
              {t('shell.dismissConfig')}
            </Button>
          </>
        }
      >
        {t('shell.configProblem', { problem: words })}
        {withoutLine && line !== null ? (
          <span className="block text-fg-2 text-xs">{t('shell.openedWithoutLine', { line })}</span>
        ) : null}
      </Banner>
    </div>
  )
}

/** The line of the file that the problem names; null when it names none. */
function lineOf(problem: AppErrorData | null): number | null {
  const named = problem?.said?.map((sentence) => Number(sentence.facts['line'])) ?? []
  return named.find((line) => Number.isInteger(line) && line > 0) ?? null
}
