import { useStore } from 'zustand'
import { useProblemWords, useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Banner } from '../ui/Banner.tsx'

/** Says, wherever the person is, that `config.toml` is not in force. */
export function ConfigBanner({ app }: { app: AppStore }) {
  const t = useText()
  const say = useProblemWords()
  const problem = useStore(app.store, (state) => state.configProblem)
  if (problem === null) return null
  return (
    <div className="px-4 pt-3">
      <Banner>{t('shell.configProblem', { problem: say(problem) })}</Banner>
    </div>
  )
}
