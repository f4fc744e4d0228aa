import { useState } from 'react'
import type { AgentFileProblem } from '#shared/agent/file-problem.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AgentFile } from '../../../store/agents/agent-pages-store.ts'
import { useAgents, useApp } from '../agents-context.ts'

/** Why a file was not saved: what is wrong in its lines, or one reason that is in none of them. A new object each time. */
export type Refusal =
  | { readonly kind: 'lines'; readonly problems: readonly AgentFileProblem[] }
  | { readonly kind: 'reason'; readonly why: string }

type Saving = {
  readonly began: AgentFile
  readonly to: 'user' | 'project'
  readonly text: string
  /** The file it began from is not there any more: it is written as a new one. */
  readonly gone: boolean
  readonly onSaved: () => void
}

/** Writes the file of an agent; what cannot be used is refused with everything that is wrong with it. */
export function useSaveAgent({ began, to, text, gone, onSaved }: Saving) {
  const t = useText()
  const { api, toast } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const save = async () => {
    const file = { source: to, agentId: began.id, text }
    try {
      const problems = await api.read('agents.check', file)
      if (problems.length > 0) return setRefusal({ kind: 'lines', problems })
      const before = began.source === 'builtin' || began.source === 'plugin' || gone ? null : began.text
      await api.command('agents.save', { ...file, projectId, before })
      toast({ mark: 'done', text: t('agents.saved', { name: began.name }), seconds: 6 })
      onSaved()
    } catch (error) {
      setRefusal({ kind: 'reason', why: problemOf(error).message })
    }
  }
  return { refusal, save, forget: () => setRefusal(null) }
}
