import { useState } from 'react'
import { useStore } from 'zustand'
import type { Api } from '../api.ts'
import { useProblemWords, useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'

type ConfigBannerProps = { readonly api: Api; readonly app: AppStore }

/** Says, wherever the person is, that `config.toml` is not in force, until they dismiss that or mend the file. */
export function ConfigBanner({ api, app }: ConfigBannerProps) {
  const t = useText()
  const say = useProblemWords()
  const problem = useStore(app.store, (state) => state.configProblem)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const words = problem === null ? null : say(problem)
  if (words === null || words === dismissed) return null
  return (
    <div className="px-4 pt-3">
      <Banner
        action={
          <>
            <Button size="small" onClick={() => app.attempt(api.call('app.openConfig', {}))}>
              {t('shell.openConfig')}
            </Button>
            <Button size="small" onClick={() => setDismissed(words)}>
              {t('shell.dismissConfig')}
            </Button>
          </>
        }
      >
        {t('shell.configProblem', { problem: words })}
      </Banner>
    </div>
  )
}
