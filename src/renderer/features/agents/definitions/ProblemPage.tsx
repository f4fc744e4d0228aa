import { useState } from 'react'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import { problemOf } from '../../../api.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PaneHead } from '../../../ui/PaneHead.tsx'
import { useAgents, useApp } from '../agents-context.ts'
import { type AgentFile, DefinitionEditor } from './DefinitionEditor.tsx'
import { Facts } from './Facts.tsx'
import { useDeleteAgent } from './use-delete-agent.ts'

type ProblemPageProps = {
  readonly problem: FileProblem
  /** The file of an agent can be put right here; that of a skill is put right outside. */
  readonly ofAgent: boolean
  readonly onGone: () => void
}

/** Why a file is not used, with its place, and the way to put it right. */
export function ProblemPage({ problem, ofAgent, onGone }: ProblemPageProps) {
  const t = useText()
  const words = useNoticeWords()
  const { id, source, file, message, said } = problem
  const repair = useRepair(problem)
  const remove = useDeleteAgent(onGone)
  return (
    <section aria-label={t('agents.fileProblem')} data-pane className="pane h-full bg-canvas">
      <PaneHead title={id ?? t('agents.fileProblem')}>
        {ofAgent && id !== null && repair.file === null ? (
          <>
            <Button size="small" icon="edit" onClick={() => void repair.open()}>
              {t('agents.repair')}
            </Button>
            <IconButton
              icon="trash"
              size="small"
              label={t('agents.delete', { name: id })}
              onClick={() => remove({ id, name: id, source })}
            />
          </>
        ) : null}
      </PaneHead>
      <div className="grid min-h-0 flex-1 auto-rows-max content-start gap-4 overflow-auto px-4 pb-4 has-[.cm-editor]:grid-rows-[minmax(20rem,1fr)]">
        {repair.file !== null ? (
          <DefinitionEditor file={repair.file} onDone={repair.close} />
        ) : (
          <>
            <Banner look="bad">{repair.problem ?? words(message, said)}</Banner>
            <Facts
              facts={[
                [t('agents.fact.file'), file],
                [t('agents.fact.source'), t(`agents.source.${source}`)],
              ]}
            />
            <p className="text-fg-3 text-sm">{t('agents.fileProblemHint')}</p>
          </>
        )}
      </div>
    </section>
  )
}

/** The broken file as it is written, once the person asks for it. */
function useRepair({ id, source }: FileProblem) {
  const { api } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const [file, setFile] = useState<AgentFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async () => {
    if (id === null) return
    try {
      const { text } = await api.call('agents.file', { projectId, source, agentId: id })
      setFile({ id, name: id, source, text })
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  return { file, problem, open, close: () => setFile(null) }
}
