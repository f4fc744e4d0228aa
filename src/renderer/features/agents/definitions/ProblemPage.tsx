import { useState } from 'react'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import { problemOf } from '../../../api.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import type { AgentFile } from '../../../store/agents/agent-pages-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { useAgents, useApp } from '../agents-context.ts'
import { DefinitionEditor } from './DefinitionEditor.tsx'
import { Facts } from './Facts.tsx'
import { fileName } from './file-name.ts'
import { useAgentDraft } from './use-agent-draft.ts'
import { useDeleteAgent } from './use-delete-agent.ts'

type ProblemPageProps = {
  readonly problem: FileProblem
  /** The file of an agent can be put right here; that of a skill is put right outside. */
  readonly ofAgent: boolean
  readonly onRepaired: (id: string) => void
  readonly onGone: () => void
}

/** Why a file is not used, with its place, and the way to put it right. */
export function ProblemPage({ problem, ofAgent, onRepaired, onGone }: ProblemPageProps) {
  const t = useText()
  const words = useNoticeWords()
  const { id, source, file, message, said } = problem
  const repair = useRepair(problem)
  const remove = useDeleteAgent(onGone)
  return (
    <section aria-label={t('agents.fileProblem')} data-pane className="pane h-full bg-canvas">
      <PaneHead title={id ?? fileName(problem)}>
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
          <DefinitionEditor
            inForce={false}
            file={repair.file}
            onSaved={() => onRepaired(repair.file?.id ?? '')}
            onLeave={repair.close}
            onStay={() => void repair.open()}
          />
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

/** The broken file as it is written, once the person asks for it, or as it was when they began to put it right. */
function useRepair({ id, source }: FileProblem) {
  const { api } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const [file, setFile] = useState<AgentFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async () => {
    if (id === null) return
    try {
      const { text } = await api.read('agents.file', { projectId, source, agentId: id })
      setFile({ id, name: id, source, text })
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  const { draft } = useAgentDraft({ source, id: id ?? '' })
  return { file: file ?? draft?.began ?? null, problem, open, close: () => setFile(null) }
}
