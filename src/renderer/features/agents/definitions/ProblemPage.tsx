import type { FileProblem } from '#shared/agent/file-problem.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { PaneHead } from '../../../ui/PaneHead.tsx'
import { Facts } from './Facts.tsx'

/** Why a file is not used, with its place and what to do. */
export function ProblemPage({ problem: { id, source, file, message } }: { problem: FileProblem }) {
  const t = useText()
  return (
    <section aria-label={t('agents.fileProblem')} data-pane className="pane h-full bg-canvas">
      <PaneHead title={id ?? t('agents.fileProblem')} />
      <div className="grid auto-rows-max gap-4 px-4">
        <Banner look="bad">{message}</Banner>
        <Facts
          facts={[
            [t('agents.fact.file'), file],
            [t('agents.fact.source'), t(`agents.source.${source}`)],
          ]}
        />
        <p className="text-fg-3 text-sm">{t('agents.fileProblemHint')}</p>
      </div>
    </section>
  )
}
